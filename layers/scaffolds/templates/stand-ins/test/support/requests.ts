export const PATH: string = '/v1/resources'
export const FIRST_TYPE: string = 'created'
export const SECOND_TYPE: string = 'changed'
export const SUBJECT: string = 's-1'
export declare const goodBody: string
export declare const eventBody: (type: string, subject?: string, ms?: number) => Record<string, unknown>
export declare const goodRequest: (body?: string) => Promise<Request>
export { http as answer } from '../../src/handler.ts'
