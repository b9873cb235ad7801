import { code } from '../../code.ts'
import type { Context, Design, RenderedFiles } from '../../design.ts'
import { templates } from '../../templates/templates.ts'
import { designFlags } from '../flags.ts'
import { SWEEP_CRON } from './wrangler.ts'

export const cloudflareProject = (design: Design, context: Context): RenderedFiles =>
  templates('shared/cloudflare', {
    flags: designFlags(design, context),
    values: {
      sweepCron: SWEEP_CRON,
      // Names that a template declares twice, under two conditions, once with a dollar sign.
      WorkerDeps: code`WorkerDeps`,
      fetch: code`fetch`,
      queue: code`queue`,
    },
  })
