/** Reasons by code of the error, most specific first. The subject is the host. */
const REASONS: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^ENOTFOUND$/, 'DNS does not know its name'],
  [/^EAI_/, 'DNS does not answer'],
  [/^ECONNREFUSED$/, 'it refuses the connection'],
  [/^E(HOST|NET)(UNREACH|DOWN)$/, 'there is no route to it'],
  [/TIMEOUT|^ETIMEDOUT$/, 'it does not answer'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name'],
  [/^ERR_SSL_(WRONG_VERSION|PACKET_LENGTH|HTTP_REQUEST)/, 'it does not use TLS, so its URL starts with http'],
  [/^ERR_(SSL|TLS)|^EPROTO$/, 'the TLS handshake fails'],
  [/CERT|SIGNATURE/, 'its certificate is not trusted; NODE_EXTRA_CA_CERTS can name the file of its authority'],
  [/^HPE_/, 'it does not use HTTP'],
  [
    /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/,
    'it closes the connection, as a port for https does if the URL starts with http',
  ],
];

/** Describes why a request got no response. The host is the subject of the words, which are not a whole sentence. */
export function describeNetworkError(error: unknown): string {
  // the error of fetch has the cause, often at some depth
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message === 'unexpected redirect') return 'it redirects to another URL, which must be used instead';
    const code = 'code' in cause ? String(cause.code) : '';
    const [, reason] = REASONS.find(([pattern]) => pattern.test(code)) ?? [];
    if (reason !== undefined) return `${reason} (${code})`;
    if (!(cause.cause instanceof Error))
      return code ? `the connection fails (${code})` : `the connection fails: ${cause.message}`;
  }
  return 'the connection fails';
}
