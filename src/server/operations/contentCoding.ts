import { parseAccept } from 'hono/utils/accept';

/** Supported content codings, in order of preference. */
const CODINGS = ['br', 'gzip', 'identity'] as const;

export type ContentCoding = (typeof CODINGS)[number];

/** Quality of an uncompressed response if Accept-Encoding does not mention it: acceptable, but last. */
const UNMENTIONED_IDENTITY = 0.0001;

/**
 * Ranks the content codings that an Accept-Encoding header accepts according to RFC 9110, section 12.5.3: by quality,
 * then by our preference. A header that accepts none of them is ignored, so the response is uncompressed (`identity`).
 */
export function rankAcceptedCodings(acceptEncoding: string | null): readonly ContentCoding[] {
  const entries = parseAccept(acceptEncoding ?? '').map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const find = (...names: string[]) => entries.find(({ type }) => names.includes(type));
  const getQuality = (coding: ContentCoding): number => {
    const entry = find(coding, `x-${coding}`) ?? find('*');
    return entry?.q ?? (coding === 'identity' ? UNMENTIONED_IDENTITY : 0);
  };
  const ranked = CODINGS.map((coding) => ({ coding, quality: getQuality(coding) }))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ coding }) => coding);
  return ranked.length > 0 ? ranked : ['identity'];
}
