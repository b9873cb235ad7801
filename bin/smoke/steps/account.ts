import type { ApiName } from '../../../lib/apis.ts'
import { signInAt } from '../../../lib/local/sign-in.ts'
import { callApi, expectStatus } from '../http.ts'
import { SkippedStep, type StepReport } from '../report.ts'
import { callAndRecordRate, NO_KEY, registerCleanup, type SmokeRun, stepReport, urlAt } from '../run.ts'

const HEALTH: Readonly<Partial<Record<ApiName, string>>> = {
  platform: '/api/health',
  images: '/v2/health',
  archive: '/api/health',
  flags: '/health',
}
const SCOPES = [
  ...['images:read', 'images:write', 'archive:read', 'archive:ingest', 'archive:admin'],
  ...['flags:read', 'flags:write'],
]

export const health = async (run: SmokeRun): Promise<StepReport> => {
  const answers: string[] = []
  for (const [api, path] of Object.entries(HEALTH)) {
    if (run.target.urls[api as ApiName] === undefined) continue
    const answer = await callAndRecordRate(run, urlAt(run, api as ApiName, path))
    // Without an issuer no user can sign in, and the platform returns 503.
    const isWithoutIssuer = api === 'platform' && run.target.hasIssuer === false
    const { body } = expectStatus(`Health of ${api}`, answer, 200, ...(isWithoutIssuer ? [503] : []))
    answers.push(`${api} ${body?.status ?? 'answers'}`)
  }
  return { message: answers.join(', ') }
}

export const signIn = async (run: SmokeRun): Promise<StepReport> => {
  const { person } = run.target
  if (run.session === undefined && person) run.session = (await signInAt(urlAt(run, 'platform', ''), person)).token
  if (run.session === undefined)
    throw new SkippedStep('no way to sign in: set SIGNET_SMOKE_SESSION to the value of a session cookie')
  const answer = await callApi(urlAt(run, 'platform', '/api/account/me'), { session: run.session })
  return stepReport('signed in', expectStatus('The account', answer, 200))
}

export const createKey = async (run: SmokeRun): Promise<StepReport> => {
  const { session } = run
  if (session === undefined) throw new SkippedStep(run.key === undefined ? NO_KEY : 'SIGNET_SMOKE_KEY is used')
  const body = { name: 'smoke test', scopes: SCOPES }
  const url = urlAt(run, 'platform', '/api/keys')
  const created = expectStatus('A new key', await callApi(url, { method: 'POST', session, body }), 201)
  run.key = String(created.body.key)
  registerCleanup(run, 'the key', `${url}/${created.body.id}`, { session })
  return stepReport('created for this run', created)
}

export const rates = async ({ rate }: SmokeRun): Promise<StepReport> => {
  if (rate === undefined) throw new SkippedStep('no answer contained the state of a rate limit')
  return { message: rate }
}
