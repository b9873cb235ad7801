export { type HandlersOptions, handlers } from './handlers.ts'
