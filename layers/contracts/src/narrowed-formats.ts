const label = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?'
// The part before the @ has at most 64 characters, a label of a name at most 63 (RFC 5321 4.5.3.1.1, RFC 1035 2.3.4).
const mailbox = '[^@]{1,64}'
const mailLabel = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const port = '(?:6553[0-5]|655[0-2]\\d|65[0-4]\\d{2}|6[0-4]\\d{3}|[1-5]\\d{4}|\\d{1,4})'
const encoded = '%[0-9A-Fa-f]{2}'
const userinfo = `(?:[A-Za-z0-9\\-._~!$&'()*+,;=:]|${encoded})*@`
// The last label starts with a letter, because a host that ends in a number is parsed as an IPv4 address (WHATWG URL,
// host parsing).
const host = `(?:(?:${octet}\\.){3}${octet}|(?:${label}\\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)`
const path = `(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@/]|${encoded})*`
const tail = `(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@/?]|${encoded})*`

/**
 * Patterns for the values that both zod and JSON Schema accept. They are part of the emitted schema and of the validation
 * of requests. JSON Schema parses a URL by RFC 3986, but zod by the WHATWG standard. zod also accepts email addresses
 * with domain labels that end in a hyphen, and with names of any length.
 */
export const narrowedFormats: Readonly<Record<string, RegExp>> = {
  url: new RegExp(
    `^(?!(?:https?|wss?|ftp|file):(?!//))[A-Za-z][A-Za-z0-9+.\\-]*:(?://(?:${userinfo})?${host}(?::${port})?(?=[/?#]|$)|(?!//))${path}(?:\\?${tail})?(?:#${tail})?$`,
    'u',
  ),
  email: new RegExp(`^${mailbox}@(?:${mailLabel}\\.)+[A-Za-z]{2,63}$`, 'u'),
}
