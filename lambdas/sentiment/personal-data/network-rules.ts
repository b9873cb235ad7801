import { type Find, matchesOf, type Piece } from './pieces.ts'

const MACS = [
  /(?<![0-9a-f:-])[0-9a-f]{2}(?:([:\-. ])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}(?![0-9a-f:-])/gu,
  /(?<![0-9a-f.])[0-9a-f]{4}([.:-])[0-9a-f]{4}\1[0-9a-f]{4}(?![0-9a-f]|\1[0-9a-f])/gu,
  /(?<=\b(?:mac|bssid|ethernet)\b(?:[^\n\d]{0,24}|[^\n]{17,24}))(?<![\p{L}\p{N}-])(?=[a-f]{0,11}\d)[0-9a-f]{12}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[0-9a-f]{6}-[0-9a-f]{6}(?![\p{L}\p{N}])(?<=\b(?:mac)\b[^\n]{0,30})/gu,
]

const hasLetterOrColon = (text: string): boolean => /[a-f:-]|\./.test(text)

/** Hardware addresses in the spellings of Linux, Windows and Cisco. Twelve digits in pairs with blanks are a number. */
export const macsIn: Find = ({ folded }) =>
  MACS.flatMap((pattern) => matchesOf('MAC', pattern, folded)).filter(({ start, end }) =>
    hasLetterOrColon(folded.slice(start, end).replaceAll(' ', '')),
  )

const V4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}`
const IPV4 = new RegExp(
  String.raw`(?<![\p{L}\d.]|[\d:]:|\d,)${V4}(?!\d|\.\d)(?::\d{1,5}(?!\d))?(?:\/\d{1,2}(?!\d))?`,
  'gu',
)
const IPV6 = new RegExp(
  String.raw`(?<![\p{L}\p{N}:.])(?=[0-9a-f]{0,4}:[0-9a-f:.]{0,42})[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,8}(?:(?<=:)${V4}|\.\d{1,3}(?:\.\d{1,3}){2})?(?!\p{L}|\p{N}|:)(?:%[\p{L}\p{N}]{1,12})?(?:\/\d{1,3}(?!\d))?`,
  'gu',
)
const VERSION_BEFORE =
  /(?:\bv|\b(?:version|versione|versie|versao|firmware|release|build|ver|update|app|driver|software|ios|android)\.?)[\s:]{0,3}$/u

/** Four small numbers are a version, where nothing near them speaks of addresses. */
const SMALL_PARTS = /^(?:[12]?\d|3[01])(?:\.(?:\d|[12]\d|3[01])){3}$/
const ADDRESS_BEFORE =
  /(?:\b(?:ip|ips|ip-?adresse?|ip-?adres|address|adresse|direccion|endereco|indirizzo|adres|server|host|ping|dns|router|gateway|proxy|login|anmeldung|connexion|acceso|acesso|accesso|from|von|depuis|desde|dal|vanaf)\b[^\n]{0,30})$/u
const isVersion = (folded: string, { start, end }: Piece): boolean =>
  VERSION_BEFORE.test(folded.slice(Math.max(0, start - 14), start)) ||
  (SMALL_PARTS.test(folded.slice(start, end)) && !ADDRESS_BEFORE.test(folded.slice(Math.max(0, start - 44), start)))

const isIpv4 = (text: string): boolean => {
  const [address = ''] = text.split(/[:/]/)
  return address.split('.').every((part) => Number(part) <= 255)
}

/** Eight groups, or fewer with "::"; an IPv4 address at the end stands for two (RFC 4291, 2.2). */
const isIpv6 = (text: string): boolean => {
  const [address = ''] = text.split(/[%/]/)
  const groups = address.split(':').filter(Boolean)
  const count = groups.length + (address.includes('.') ? 1 : 0)
  const isShort = address.includes('::')
  return (isShort ? count <= 7 && count >= 1 : count === 8) && (count >= 2 || /[\d]/.test(address))
}

/** IPv4, except for software versions, and IPv6 with what IPv4 addresses are mapped into. */
export const addressesIn: Find = ({ folded }): Piece[] => [
  ...matchesOf('IP', IPV6, folded).filter(({ start, end }) => isIpv6(folded.slice(start, end))),
  ...matchesOf('IP', IPV4, folded).filter(
    (piece) => isIpv4(folded.slice(piece.start, piece.end)) && !isVersion(folded, piece),
  ),
]
