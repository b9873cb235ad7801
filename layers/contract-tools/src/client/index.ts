export { client } from './client.ts'
