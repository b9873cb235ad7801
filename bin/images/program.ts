import { commandLineOf, dispatch } from '@signet/command-line'
import { EVERYWHERE } from '../command-line/service-options.ts'
import { OPTIONS } from './client.ts'
import { GENERATE_FLAGS, generate } from './generate.ts'
import { getJob, listJobs } from './jobs.ts'
import { models } from './models.ts'
import { usage } from './usage.ts'

const NAME = 'signet images'

const HELP = `signet images - the image generation service on the command line
  signet images generate <prompt> [flags]   make an image and wait for it
  signet images models                      the models that can be chosen, as a table
  signet images jobs list                   your jobs, newest first
  signet images jobs get <id>               one job
  signet images usage <tenant>              plan, credits and jobs of the tenant that owns the key
generate
  --tier TIER              draft, standard, premium, ultra, ultra_plus (default standard)
  --provider-a-model ID    provider-a override
  --edge-model ID          edge override, see: signet images models
  --aspect-ratio RATIO     1:1, 3:2, 2:3, 4:3, 3:4, 16:9, 9:16, 21:9, 4:5, 5:4 (default 1:1)
  --seed N                 the same seed makes the same image; edge tiers only
  --output FILE            save the image there; .png, .webp and .avif decide the format
  --sync                   wait in the request itself instead of polling
  --wait SECONDS           wait at most this long; the job continues without you
  --deadline SECONDS       cancel the job, at no cost, if painting has not begun by then
  --webhook-url URL        public https address that is notified when the job ends
  --dry-run                only show price, credits, model and what would prevent the job
jobs list
  --cursor CURSOR          the next page
every command
  --url URL                address of the service (default: SIGNET_IMAGES_URL or IMAGEGEN_URL, then the local stack)
  --key KEY                API key (default: SIGNET_IMAGES_API_KEY or IMAGEGEN_API_KEY, then the demo key of the local stack)
  --json                   the JSON of the service, for programs
  --help                   this text
exit codes: 0 done, 1 the image could not be made, 2 wrong usage, 3 refused by the service, 4 not reachable
`

/** The client of the image service (spec image-service 4.10). */
export const commandLine = commandLineOf({
  name: NAME,
  help: HELP,
  options: OPTIONS,
  run: dispatch<typeof OPTIONS>({
    program: NAME,
    help: HELP,
    everywhere: EVERYWHERE,
    commands: {
      generate: { run: generate, flags: GENERATE_FLAGS },
      models: { run: models, flags: [] },
      'jobs list': { run: listJobs, flags: ['cursor'] },
      'jobs get': { run: getJob, flags: [] },
      usage: { run: usage, flags: [] },
    },
  }),
})
