import { sha256Hex } from '@signet/receipts/digest'
import { consultationRoutes } from '../../../lambdas/consultations/api/consultation-routes.ts'
import { runtimeRoles } from '../../../lambdas/consultations/api/runtime-roles.ts'
import {
  callRoute,
  type PaidWorldOptions,
  paidWorld,
  type RuntimeOverride,
  type RuntimeRequest,
  runtimeAnswering,
} from '../../support/paid-world.ts'

const FACTS = { exposure: 'public', data_classes: 'financial', trigger: 'webhook' }

/** A run in the runtime's format, with the members that tests use. */
const runOf = ({ role, responseMode }: RuntimeRequest['body'], key: string, from: string | undefined) => {
  const hash = sha256Hex(key)
  return {
    schema_version: '1.0',
    success: true,
    role,
    response: '# Said',
    responseMode,
    hash,
    receipt: { hash, verifyUrl: `https://signet.example/verify/${hash}`, seed: 7 },
    metadata: { method: 'rules', ...(from !== undefined && { bound_from: from }) },
    ...(role === 'cto' && { envelope: { bindings: FACTS } }),
  }
}

const unbound = () => Response.json({ error: 'No', code: 'bundle_bindings_required' }, { status: 422 })

/** An in-memory runtime: one run per key, which remembers the newest run of role cto. */
export const runtimeInMemory = (override?: RuntimeOverride) => {
  const runs = new Map<string, ReturnType<typeof runOf>>()
  const newestOf = (roleName: string) => [...runs.values()].findLast(({ role }) => role === roleName)
  const answers = {
    'POST /agents/run': ({ body, headers }: RuntimeRequest) => {
      const key = String(headers['idempotency-key'])
      const from = body.bundle_from ? newestOf('cto')?.hash : undefined
      if (body.role === 'ciso' && from === undefined) return unbound()
      const run = runs.get(key) ?? runOf(body, key, from)
      runs.set(key, run)
      return run
    },
    'GET /agents/memory/cto': () => ({ exists: newestOf('cto') !== undefined }),
    'POST /agents/bootstrap': ({ body }: RuntimeRequest) => ({ role: body.role, signalType: 'none' }),
  }
  const rolesRun = () => [...runs.values()].map(({ role }) => role)
  return { ...runtimeAnswering(answers, override), runs, rolesRun }
}

export interface WorldOptions extends PaidWorldOptions {
  readonly runtime: ReturnType<typeof runtimeInMemory>
}

/** The routes of consultations over a table and a runtime. */
export const consultationsOver = (options: WorldOptions) => {
  const { deps, runtime, used, sentEvents } = paidWorld(options)
  const routes = consultationRoutes({ ...deps, rolesFor: runtimeRoles(runtime, () => 0) })
  const [consult, bootstrap, memory] = routes.map(callRoute)
  if (!consult || !bootstrap || !memory) throw new Error('Consultations have three routes')
  return { consult, bootstrap, memory, used, sentEvents }
}

export const CONSULTATION = { role: 'cto', intention: 'Receive Stripe webhooks', responseMode: 'symbolic' }
