import { operationsOf } from '@signet/http-client/siblings/operations-of'
import { inject } from 'vitest'
import { TABLES } from '../../../layers/http-client/siblings/tables.ts'
import { servedApis } from '../../../lib/services.ts'
import { type StartedStack, startTestStack } from '../stack-setup.ts'
import { moduleEnvironment } from './module-environment.ts'
import { loadPagePrograms } from './page-programs.ts'
import { type Servers, skipHttpToTable, skipSockets } from './without-sockets.ts'

/** Adds the operations of all APIs, as the bundler does in functions that call siblings (lib/sibling-operations.ts). */
const fillSiblingTables = (): void => {
  for (const { key, services } of servedApis())
    Object.assign(TABLES, { [key]: services.map(({ service }) => operationsOf(service)) })
}

const start = async (): Promise<StartedStack> => {
  const servers = new Map() satisfies Servers
  fillSiblingTables()
  loadPagePrograms()
  skipSockets(servers)
  const started = await startTestStack(inject('states'), { environments: moduleEnvironment, schedules: false })
  for (const [origin, server] of started.running.servers) servers.set(origin, server)
  skipHttpToTable(started.running.aws)
  return started
}

let starting: Promise<StartedStack> | undefined

/** Returns the stack of this thread, with functions as modules. It starts once for all test files of the thread. */
export const threadStack = (): Promise<StartedStack> => {
  starting ??= start()
  return starting
}
