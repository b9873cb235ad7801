export { asyncApi } from './async-api.ts'
