import { createHash } from 'node:crypto'
import type { Input } from '../json-service.ts'

/** A message attribute as sent; binary values are base64. */
interface MessageAttribute {
  readonly DataType: string
  readonly StringValue?: string
  readonly BinaryValue?: string
}
export type MessageAttributes = Readonly<Record<string, MessageAttribute>>

export const md5 = (data: string | Buffer): string => createHash('md5').update(data).digest('hex')

const bytesOf = (attribute: MessageAttribute): Buffer =>
  attribute.BinaryValue === undefined
    ? Buffer.from(attribute.StringValue ?? '', 'utf8')
    : Buffer.from(attribute.BinaryValue, 'base64')

const lengthPrefixed = (data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, data])
}

/**
 * Returns the digest that SDKs compare (SQS developer guide, "Calculating the MD5 message digest for message
 * attributes"). Sorted by name; each name, data type and value is preceded by its length, and each value by a byte 1
 * for text or 2 for binary.
 */
export const attributesMd5 = (attributes: MessageAttributes | undefined): string | undefined => {
  const names = Object.keys(attributes ?? {}).sort()
  if (attributes === undefined || names.length === 0) return undefined
  const parts = names.flatMap((name) => {
    const attribute = attributes[name] as MessageAttribute
    const typeByte = Buffer.from([attribute.DataType.startsWith('Binary') ? 2 : 1])
    return [
      lengthPrefixed(Buffer.from(name)),
      lengthPrefixed(Buffer.from(attribute.DataType)),
      typeByte,
      lengthPrefixed(bytesOf(attribute)),
    ]
  })
  return md5(Buffer.concat(parts))
}

/** Returns the bytes that count towards the 1 MiB limit: body, and each attribute's name, type and value. */
export const messageBytes = (message: Input): number =>
  Object.entries((message.MessageAttributes ?? {}) as MessageAttributes).reduce(
    (total, [name, attribute]) =>
      total + Buffer.byteLength(name) + Buffer.byteLength(attribute.DataType) + bytesOf(attribute).length,
    Buffer.byteLength(String(message.MessageBody ?? '')),
  )
