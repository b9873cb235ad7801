export { escaped } from './escaped.ts'
export { type PlainPage, plainDocument, plainHeaders } from './plain-page.ts'
