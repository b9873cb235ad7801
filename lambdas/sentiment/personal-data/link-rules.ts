import { type Finder, matchesOf } from './pieces.ts'

/** Common top-level domains and country codes. Others are rare, and would match words such as "node.js/react". */
const TOP =
  'com|org|net|info|biz|app|dev|online|shop|store|site|blog|page|link|club|social|example|xyz|live|email|news|cloud|space|world|art|pro|tech|tv|[a-z]{2}'
/** Two letters that are more often a file extension, a unit or an ending than a country code. */
const NO_COUNTRY = '(?!js|ts|md|rs|kt|vs|kg|km|ml|cm|mm|or|ed|st|nd|rd|th)'

const TAIL = String.raw`[^\s<>"'\ufffc]{1,2048}`
const PATTERNS = [
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:(?:https?|ftp|hxxps?|tg|whatsapp|sgnl):\/\/|www\.)${TAIL}`, 'gu'),
  // Without a scheme, a path is required: the site of a shop is not personal data, a person's page is.
  new RegExp(
    String.raw`(?<![\p{L}\p{N}@._/-])[a-z0-9](?:[a-z0-9-]{0,40}\.){1,4}${NO_COUNTRY}(?:${TOP})(?::\d{2,5})?[/?]${TAIL}`,
    'gu',
  ),
]

export const linksIn: Finder = ({ folded }) =>
  PATTERNS.flatMap((pattern) => matchesOf('URL', pattern, folded)).map((piece) => {
    const trailing = /[.,;:!?)\]}»”]{1,8}$/.exec(folded.slice(Math.max(piece.start, piece.end - 8), piece.end))
    return { ...piece, end: piece.end - (trailing?.[0].length ?? 0) }
  })

/** Returns the registered part of a host. Its subdomains can name a person. */
const siteOf = (hostname: string): string => {
  const labels = hostname.split('.')
  return labels.slice(/^(?:co|com|org|net|gov|ac|edu)$/.test(labels.at(-2) ?? '') ? -3 : -2).join('.')
}

/** Returns the replacement of a link: only its site, because the path and subdomains can identify a person. */
export const linkReplacement = (link: string): string => {
  const url = URL.parse(link.replace(/^hxxp/i, 'http').replace(/^(?![a-z]{2,8}:)/i, 'https://'))
  const isName = url && /^[a-z0-9.-]+\.[a-z]{2,}$/i.test(url.hostname)
  return isName ? `[URL ${siteOf(url.hostname)}]` : '[URL]'
}
