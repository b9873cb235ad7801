const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

// biome-ignore lint/suspicious/noControlCharactersInRegex: S3 keys may contain them, XML text may not
const ESCAPED = /[&<>"'\u0000-\u001f]/g

const escapeXml = (text: string): string =>
  text.replace(ESCAPED, (character) => {
    const entity = Object.entries(ENTITIES).find(([, plain]) => plain === character)
    return entity ? `&${entity[0]};` : `&#x${character.charCodeAt(0).toString(16)};`
  })

const unescapeXml = (text: string): string =>
  text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (entity, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)))
    return ENTITIES[name] ?? entity
  })

type XmlValue = string | number | boolean | undefined | XmlNode | readonly XmlNode[]
export interface XmlNode {
  readonly [name: string]: XmlValue
}

/** Renders each field as an element, in order. Omits undefined fields; repeats the element for an array. */
export const toXml = (node: XmlNode): string =>
  Object.entries(node)
    .map(([name, value]) => {
      if (value === undefined) return ''
      if (Array.isArray(value)) return (value as XmlNode[]).map((member) => toXml({ [name]: member })).join('')
      return `<${name}>${typeof value === 'object' ? toXml(value as XmlNode) : escapeXml(String(value))}</${name}>`
    })
    .join('')

/** A document with S3's namespace on its root. */
export const xmlDocument = (root: string, node: XmlNode): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${toXml(node)}</${root}>`

/**
 * Returns the text of each `name` element in each `parent` element, which is all that S3's two request documents need.
 */
export const xmlMembers = (text: string, parent: string, names: readonly string[]): Record<string, string>[] => {
  return [...text.matchAll(new RegExp(`<${parent}(?:\\s[^>]*)?>([\\s\\S]*?)</${parent}>`, 'g'))].map(
    ([, content = '']) =>
      Object.fromEntries(
        names.flatMap((name) => {
          const match = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`).exec(content)
          return match?.[1] === undefined ? [] : [[name, unescapeXml(match[1])]]
        }),
      ),
  )
}
