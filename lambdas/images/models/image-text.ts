import { Buffer } from 'node:buffer'

/** The prefix of the base64 in a `data:` URI of an image (RFC 2397). */
const DATA_URI = /^data:image\/[a-z.+-]{1,40};base64,/

const BASE64 = /^(?:[0-9a-zA-Z+/]{4})*(?:[0-9a-zA-Z+/]{2}==|[0-9a-zA-Z+/]{3}=)?$/

const base64In = (text: string): string => text.replace(DATA_URI, '')

/** Returns whether a text is base64 (RFC 4648, section 4), plain or in a `data:` URI of an image. */
export const isImageText = (text: string): boolean => BASE64.test(base64In(text))

export const bytesOfImageText = (text: string): Buffer => Buffer.from(base64In(text), 'base64')

export const sizeOfImageText = (text: string): number => Buffer.byteLength(base64In(text), 'base64')
