import { type Answer, call } from './api.ts'
import { newTenant } from './keys.ts'

/** Creates an organization's key that no other test of the run has. Its flag sets are empty. */
export const newFlagKey = async (scopes: readonly string[] = ['flags:read', 'flags:write']): Promise<string> =>
  (await newTenant({ scopes, prefix: 'plat_' })).key

/** A flag as the admin API returns it. */
export interface AnsweredFlag {
  readonly key: string
  readonly version: number
  readonly enabled: boolean
  readonly percentage?: number
  readonly canary?: {
    readonly id: string
    readonly status: string
    readonly percentage: number
    readonly reason?: string
  }
  readonly [member: string]: unknown
}

/** Creates a flag and returns it. */
export const newFlag = async (key: string, flag: object): Promise<AnsweredFlag> => {
  const { status, body } = await call<AnsweredFlag>('POST', '/flags', { key, body: flag, as: 'createFlag' })
  if (status !== 201) throw new Error(`POST /flags answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export const readFlag = async (key: string, name: string): Promise<AnsweredFlag> =>
  (await call<AnsweredFlag>('GET', `/flags/${name}`, { key, as: 'getFlag' })).body

export const patchFlag = (key: string, name: string, body: object): Promise<Answer<AnsweredFlag>> =>
  call<AnsweredFlag>('PATCH', `/flags/${name}`, { key, body, as: 'updateFlag' })
