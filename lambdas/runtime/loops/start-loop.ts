import { reply } from '@signet/contracts'
import { hasScope } from '@signet/identity'
import { type Caller, type Clock, forbidden, invalidInput, Refusal, refusal, route } from '@signet/kernel'
import { isRole, LOOP_TOOLS, type ReadingInputs, ROLES, SPREADS, spreadOfName, startInterview } from '@signet/readings'
import { roleSpread } from '@signet/readings/consult'
import type { LoopBody } from '@signet/runtime-schemas/loop'
import { unknownRole } from '../agents/consult-refusal.ts'
import { startLoop } from '../contract/loops.ts'
import { type Namespace, type QuerentScope, querentScope } from '../namespaces/namespace.ts'
import { NO_MEMORY } from '../readings/querent-memory.ts'
import { readingRefusal } from '../readings/reading-refusal.ts'
import { inputsOf, type ReadingRequest } from '../readings/run-for-querent.ts'
import type { AdvanceDeps } from './advance-loop.ts'
import { loopInScope } from './expire-loop.ts'
import type { LoopQueue } from './loop-queue.ts'
import type { StoredLoop } from './loop-table.ts'
import { loopView } from './loop-view.ts'

export interface StartDeps extends AdvanceDeps {
  readonly queue: LoopQueue
  readonly newId: () => string
  readonly now: Clock
}

const RETENTION_MS = 7 * 86_400_000

/** Maximum JSON length of all facts. They become claims of a receipt, which must fit in one row. */
const FACTS_MAX_CHARACTERS = 64 * 1024

interface LoopStart {
  readonly inputs: ReadingInputs
  readonly namespace: Namespace
  readonly role?: string | undefined
  readonly declined?: readonly string[]
}

const unknownSpread = (name: string): Refusal<'unknown_spread'> =>
  refusal('unknown_spread', `The spread ${name} does not exist; GET /spreads lists the valid spreads`, {
    extras: { spreads: SPREADS.map((spread) => spread.name) },
  })

const scriptOf = ({ role, spreadType, script }: LoopBody) => {
  const sources = [role, spreadType, script].filter((each) => each !== undefined)
  if (sources.length > 1)
    return invalidInput([
      {
        field: 'script',
        message: 'cannot be combined with another source; send at most one of role, spreadType and script',
      },
    ])
  if (script !== undefined) return { script }
  if (spreadType !== undefined) {
    const spread = spreadOfName(spreadType)
    if (spread === undefined) return unknownSpread(spreadType)
    const { script: text, ...spreadInfo } = spread
    return { script: text, spread: spreadInfo }
  }
  const roleName = role ?? 'cto'
  if (!isRole(roleName)) return unknownRole(Object.keys(ROLES))
  const { script: text, ...spread } = roleSpread(roleName)
  return { script: text, spread, role: roleName }
}

const inputRefusal = ({ intention, resume, role, spreadType, script, querent, seed }: LoopBody) => {
  const conflictingFields = { intention, role, spreadType, script, seed, 'querent.state': querent.state }
  const [conflictingField] = Object.entries(conflictingFields).flatMap(([field, value]) =>
    value === undefined ? [] : [field],
  )
  if (resume !== undefined)
    return (
      conflictingField &&
      invalidInput([
        { field: conflictingField, message: 'cannot be combined with resume, which continues the earlier interview' },
      ])
    )
  if (intention === undefined || intention.trim() === '')
    return invalidInput([{ field: 'intention', message: 'is required' }])
  if (JSON.stringify(querent.state ?? {}).length > FACTS_MAX_CHARACTERS)
    return invalidInput([
      { field: 'querent.state', message: `must have at most ${FACTS_MAX_CHARACTERS} characters as JSON` },
    ])
  return undefined
}

const newLoopStart = async ({ memories }: StartDeps, scope: QuerentScope, body: LoopBody) => {
  const { intention, seed, querent } = body
  const namespace = scope.writeNamespace(querent.id)
  if (namespace instanceof Refusal) return namespace
  const scriptSource = scriptOf(body)
  if (scriptSource instanceof Refusal) return scriptSource
  const { role, ...script } = scriptSource as { script: string; role?: string } & Pick<ReadingRequest, 'spread'>
  const memory = await memories.get(namespace)
  const readingRequest: ReadingRequest = { ...script, intention, state: querent.state, seed, lenient: true }
  return { inputs: inputsOf(readingRequest, memory ?? NO_MEMORY), namespace, role } satisfies LoopStart
}

const resumedLoopStart = async (deps: StartDeps, scope: QuerentScope, id: string) => {
  const loop = await loopInScope(deps, scope, id)
  if (loop instanceof Refusal) return loop
  const { state, org, namespaceId, querent, role } = loop
  if (state.state !== 'expired')
    return refusal('loop_not_expired', `The interview is ${state.state}; only an expired interview can be resumed`)
  const { inputs, declined } = state
  return { inputs, declined, role, namespace: { org, namespaceId, querent } } satisfies LoopStart
}

const DEFAULT_TOOLS = Object.entries(LOOP_TOOLS).flatMap(([name, { needsApproval }]) => (needsApproval ? [] : [name]))

/** Refuses the scaffold tool if the caller lacks its scope. */
const toolRefusal = (caller: Caller, tools: readonly string[]): Refusal<'forbidden'> | undefined =>
  tools.includes('scaffold') && !hasScope(caller, 'runtime:run')
    ? forbidden('The tool scaffold requires the scope runtime:run')
    : undefined

/** `POST /agents/loop`. */
export const startRoute = (deps: StartDeps) =>
  route(startLoop, async ({ body, headers, caller }) => {
    const scope = querentScope(caller, headers['x-querent-ids'])
    const tools = body.tools ?? DEFAULT_TOOLS
    const invalid = inputRefusal(body) ?? toolRefusal(caller, tools)
    if (invalid) return invalid
    const loopStart = await (body.resume === undefined
      ? newLoopStart(deps, scope, body)
      : resumedLoopStart(deps, scope, body.resume))
    if (loopStart instanceof Refusal) return loopStart
    const { inputs, namespace, role, declined = [] } = loopStart as LoopStart
    const at = deps.now().getTime()
    const shelf = await deps.shelfOf(namespace.org, inputs.script)
    const started = startInterview(
      { id: deps.newId(), inputs, declined, ...(body.budget && { budget: body.budget }) },
      { at, shelf },
    )
    if (!started.ok) return readingRefusal(started.refusal as never) as Refusal<'script_invalid' | 'invalid_input'>
    const { org, namespaceId, querent } = namespace
    const until = new Date(at + RETENTION_MS).toISOString()
    const loop: StoredLoop = {
      org,
      namespaceId,
      querent,
      role,
      mode: body.mode,
      tools: [...tools],
      state: started.state,
      until,
    }
    await deps.loops.begin(loop, started.events)
    const { id, tick } = started.state
    if (loop.mode === 'auto') await deps.queue.send({ org, loop: id, tick })
    return reply(201, loopView(loop))
  })
