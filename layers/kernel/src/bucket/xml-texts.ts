const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return decimal ? String.fromCodePoint(Number(decimal)) : (NAMED_ENTITIES[name] ?? entity)
  })

/** Returns the texts of all elements with a name, for the flat documents of S3. */
export const xmlTexts = (document: string, name: string): readonly string[] =>
  [...document.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => unescapeXml(text))

/** Returns the contents of all elements with a name that are not nested. */
export const xmlElements = (document: string, name: string): readonly string[] =>
  [...document.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content = '']) => content)
