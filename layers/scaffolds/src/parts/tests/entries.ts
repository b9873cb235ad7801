import { code } from '../../code.ts'
import { type Context, type Design, hasTrigger, onAws, onCloudflare, type Part, portsOf } from '../../design.ts'
import { templates } from '../../templates/templates.ts'
import { SWEEP_CRON } from '../cloudflare/wrangler.ts'
import { designFlags, listOf } from '../flags.ts'

export const tracesPart: Part = {
  requirements: [
    {
      key: 'traces',
      text: code`Each case has one test, and each built requirement and mitigated threat has cases`,
      priority: 'P2',
    },
  ],
  render: () => [templates('shared/traces')],
}

/** Whether records belong to callers. The tests then cover their isolation. */
const hasCallerRecords = ({ boundaries }: Design): boolean =>
  boundaries.some(({ cells }) => typeof cells.I !== 'string' && cells.I.some(({ key }) => key === 'records-foreign'))

/** Tests of the platform code: the entries of functions, and the stores. They need no installation. */
export const entriesPart = (design: Design, context: Context): Part => {
  if (design.functions.length === 0) return {}
  const flags = { ...designFlags(design, context), called: hasCallerRecords(design) }
  const values = {
    sweepCron: SWEEP_CRON,
    secretNames: listOf(design.secrets.map(({ name }) => name)),
    settingNames: listOf(design.settings.map(({ name }) => name)),
    workerAnswers: design.isOpen
      ? code`the request succeeds, and an unknown path returns 404`
      : code`the request succeeds, a request without a credential returns 401, and an unknown path returns 404`,
  }
  const rendered = [
    ...(onAws(context) ? ['shared/aws-entries'] : []),
    ...(onCloudflare(context) ? ['shared/worker-entries'] : []),
    ...(hasTrigger(design, 'connection') ? ['shared/rooms'] : []),
    ...(portsOf(design).has('records') ? ['shared/stores'] : []),
  ].map((folder) => templates(folder, { flags, values }))
  return {
    requirements: [
      {
        key: 'entries',
        text: code`Handlers receive complete events from each platform, and an invalid message fails alone`,
        priority: 'P1',
      },
    ],
    render: () => rendered.map((each) => ({ ...each, suites: each.suites.filter(({ cases }) => cases.length > 0) })),
  }
}
