import type { Item } from './dynalite-engine.ts'

type Value = Record<string, unknown>

/**
 * Returns the bytes of a number: one per pair of significant digits, one more, and one for the sign (DynamoDB developer
 * guide, item sizes).
 */
const numberSize = (text: string): number => {
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '')
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0)
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

const valueSize = (value: Value): number => {
  const [type, content] = Object.entries(value)[0] ?? ['NULL', true]
  switch (type) {
    case 'S':
      return Buffer.byteLength(content as string)
    case 'B':
      return Buffer.byteLength(content as string, 'base64')
    case 'N':
      return numberSize(content as string)
    case 'SS':
    case 'BS':
    case 'NS':
      return sum((content as string[]).map((member) => valueSize({ [type.charAt(0)]: member })))
    case 'L':
      return 3 + sum((content as Value[]).map((member) => 1 + valueSize(member)))
    case 'M':
      return 3 + Object.keys(content as Item).length + itemSize(content as Item)
    default:
      return 1
  }
}

/**
 * Returns the bytes of an item as DynamoDB counts them: UTF-8 names and values, 3 bytes per container, 1 byte per
 * member.
 */
export const itemSize = (item: Item): number =>
  sum(Object.entries(item).map(([name, value]) => Buffer.byteLength(name) + valueSize(value)))
