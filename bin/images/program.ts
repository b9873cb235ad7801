import { commandLineOf, dispatch } from '@signet/command-line'
import { COMMON_FLAGS } from '../command-line/service-options.ts'
import { OPTIONS } from './client.ts'
import { GENERATE_FLAGS, generate } from './generate.ts'
import { getJob, listJobs } from './jobs.ts'
import { models } from './models.ts'
import { usage } from './usage.ts'

const NAME = 'signet images'

const HELP = `signet images - generate images and query jobs, models and usage
  signet images generate <prompt> [flags]   generate an image and wait for it
  signet images models                      list the available models
  signet images jobs list                   list jobs, newest first
  signet images jobs get <id>               show one job
  signet images usage <tenant>              show plan, credits and jobs of the tenant that owns the key
generate
  --tier TIER              draft, standard, premium, ultra, ultra_plus (default standard)
  --provider-a-model ID    provider-a override
  --edge-model ID          edge override, see: signet images models
  --aspect-ratio RATIO     1:1, 3:2, 2:3, 4:3, 3:4, 16:9, 9:16, 21:9, 4:5, 5:4 (default 1:1)
  --seed N                 seed; the same seed gives the same image; edge tiers only
  --output FILE            file for the image; .png, .webp or .avif sets the format
  --sync                   wait within the request instead of polling
  --wait SECONDS           maximum time to wait; the job continues after it
  --deadline SECONDS       cancel the job without a charge if it has not started by then
  --webhook-url URL        public HTTPS URL that is notified when the job ends
  --dry-run                show price, balance, model and failed checks without creating a job
jobs list
  --cursor CURSOR          cursor of the next page
every command
  --url URL                address of the service (default: SIGNET_IMAGES_URL or IMAGEGEN_URL, then the local stack)
  --key KEY                API key (default: SIGNET_IMAGES_API_KEY or IMAGEGEN_API_KEY, then the demo key of the local stack)
  --json                   print the response of the service as JSON
  --help                   print this help
exit codes: 0 success, 1 the image could not be generated, 2 invalid usage, 3 rejected by the service, 4 service not reachable
`

/** The client of the image service (spec image-service 4.10). */
export const commandLine = commandLineOf({
  name: NAME,
  help: HELP,
  options: OPTIONS,
  run: dispatch<typeof OPTIONS>({
    program: NAME,
    help: HELP,
    commonFlags: COMMON_FLAGS,
    commands: {
      generate: { run: generate, flags: GENERATE_FLAGS },
      models: { run: models, flags: [] },
      'jobs list': { run: listJobs, flags: ['cursor'] },
      'jobs get': { run: getJob, flags: [] },
      usage: { run: usage, flags: [] },
    },
  }),
})
