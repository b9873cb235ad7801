export { type ConsoleSettings, consoleAddress } from './console-address.ts'
export { escaped } from './escaped.ts'
export { loginPath, originOf, pathAt } from './own-address.ts'
export { type PlainPage, plainDocument, plainHeaders } from './plain-page.ts'
