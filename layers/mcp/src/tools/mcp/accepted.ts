/** What the SDK looks for in `Accept`, letter by letter (MCP, Streamable HTTP, Sending Messages to the Server). */
const BOTH = ['application/json', 'text/event-stream'] as const

/** Media types are compared without regard to case; a range covers its types (RFC 9110 8.3.1 and 12.5.1). */
const covers = (range: string, type: string): boolean => {
  const [wanted = '', parameters = ''] = range
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/, 2)
  if (/^q=0(?:\.0*)?$/.test(parameters)) return false
  return wanted === '*/*' || wanted === type || wanted === `${type.split('/')[0]}/*`
}

/** The types of MCP that an `Accept` header covers, by their names. An absent header covers every type (RFC 9110 12.5.1). */
export const acceptedTypes = (accept: string | undefined): string => {
  const ranges = (accept ?? '*/*').split(',')
  return BOTH.filter((type) => ranges.some((range) => covers(range, type))).join(', ')
}
