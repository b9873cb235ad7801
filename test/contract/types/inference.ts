import type { Client, Entity, ErrorCodeOf, EventName, Handlers, ReplyOf, RequestOf } from '@signet/contracts'
import { reply } from '@signet/contracts'
import type { jobs } from '../../support/sample-contract.ts'
import type { getAsset, paint, upload } from '../../support/sample-endpoints.ts'

/** Exact equality of two types: `true`, or `false` (which `Holds` refuses). */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Holds<T extends true> = T

type Jobs = typeof jobs

export type Proofs = [
  Holds<Same<EventName<Jobs>, 'created' | 'completed' | 'failed'>>,
  Holds<Same<Entity<Jobs>['state'], 'queued' | 'processing' | 'encoding' | 'completed' | 'failed' | 'failed_encoding'>>,
  Holds<Same<keyof Jobs['ops'], 'generate' | 'get' | 'list' | 'delete' | 'retry'>>,
  Holds<Same<ReplyOf<Jobs['ops']['generate']>['status'], 201 | 202>>,
  Holds<Same<ReplyOf<Jobs['ops']['delete']>['status'], 204>>,
  Holds<Same<RequestOf<Jobs['ops']['retry']>['params'], { id: string }>>,
  Holds<Same<RequestOf<Jobs['ops']['list']>['query']['limit'], number>>,
  Holds<Same<RequestOf<Jobs['ops']['generate']>['body']['output_format'], 'png' | 'webp'>>,
  Holds<Same<RequestOf<typeof upload>['body'], Uint8Array>>,
  Holds<Same<RequestOf<typeof getAsset>['query']['preset'], 'thumbnail' | 'hero' | undefined>>,
  Holds<Same<ReplyOf<typeof getAsset>['status'], 200 | 302 | 304>>,
  Holds<
    Same<Extract<'asset_expired' | 'not_found' | 'gone', ErrorCodeOf<typeof getAsset>>, 'asset_expired' | 'not_found'>
  >,
]

export const declaredReply = async (): Promise<ReplyOf<typeof paint>> => reply(201, { id: '1', state: 'queued' })
// @ts-expect-error an undeclared status
export const undeclared = async (): Promise<ReplyOf<typeof paint>> => reply(200, { id: '1', state: 'queued' })
// @ts-expect-error a body that the schema refuses
export const invalidBody = async (): Promise<ReplyOf<typeof paint>> => reply(201, { id: '1', state: 'lost' })

// @ts-expect-error a status that no response of the operation has
export const status: ReplyOf<Jobs['ops']['delete']>['status'] = 205

export const handler: Handlers<Jobs, { caller: string }>['delete'] = async ({ params, caller }) =>
  params.id === caller ? reply(204) : reply(204)

export const wrongArgument = (client: Client<Jobs>) =>
  // @ts-expect-error the client refuses a field that the operation does not take
  client.generate({ prompt: 'a fox', color: 'red' })
