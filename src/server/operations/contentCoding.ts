import { parseAccept } from 'hono/utils/accept';

/** Content codings of responses, the preferred ones first. */
const CODINGS = ['br', 'gzip', 'identity'] as const;

export type ContentCoding = (typeof CODINGS)[number];

/** Quality of a response without any coding when Accept-Encoding does not mention it: acceptable, but last. */
const UNMENTIONED_IDENTITY = 0.0001;

/**
 * Ranks content codings by an Accept-Encoding header as RFC 9110, section 12.5.3, defines it: by quality, then by our
 * preference. Codings that the caller does not accept are left out. `identity` always remains, if only as the last
 * resort: a header that refuses everything is disregarded.
 */
export function rankCodings(acceptEncoding: string | null): readonly ContentCoding[] {
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
  return ranked.includes('identity') ? ranked : [...ranked, 'identity'];
}
