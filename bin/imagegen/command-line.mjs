import { COMMON_OPTIONS, readArguments, refuseOtherFlags } from '../command-line/arguments.mjs'
import { EXIT, Failure } from '../command-line/failure.mjs'

/** The default address: the local runner on this machine. */
export const DEFAULT_URL = 'http://127.0.0.1:4001'

export const HELP = `imagegen - the image generation service on the command line
  imagegen generate <prompt> [flags]   make an image and wait for it
  imagegen models                      the models that can be chosen, as a table
  imagegen jobs list                   your jobs, newest first
  imagegen jobs get <id>               one job
  imagegen usage <tenant>              plan, credits and jobs of the tenant that owns the key
generate
  --tier TIER              draft, standard, premium, ultra, ultra_plus (default standard)
  --provider-a-model ID    provider-a override
  --edge-model ID          edge override, see: imagegen models
  --aspect-ratio RATIO     1:1, 3:2, 2:3, 4:3, 3:4, 16:9, 9:16, 21:9, 4:5, 5:4 (default 1:1)
  --seed N                 the same seed makes the same image; edge tiers only
  --output FILE            save the image there; .png, .webp and .avif decide the format
  --sync                   wait in the request itself instead of polling
  --wait SECONDS           wait at most this long; the job goes on without you
  --deadline SECONDS       cancel the job, at no cost, if painting has not begun by then
  --webhook-url URL        public https address that is notified when the job ends
  --dry-run                only show price, credits, model and what would prevent the job
everywhere
  --key KEY                API key (default: environment variable IMAGEGEN_API_KEY)
  --url URL                address of the service (default: IMAGEGEN_URL, else ${DEFAULT_URL})
  --json                   the JSON of the service, for programs
  --help                   this text
exit codes: 0 done, 1 the image could not be made, 2 wrong usage, 3 refused by the service, 4 not reachable`

const OPTIONS = /** @type {const} */ ({
  ...COMMON_OPTIONS,
  tier: { type: 'string' },
  'provider-a-model': { type: 'string' },
  'edge-model': { type: 'string' },
  'aspect-ratio': { type: 'string' },
  seed: { type: 'string' },
  output: { type: 'string' },
  sync: { type: 'boolean' },
  wait: { type: 'string' },
  deadline: { type: 'string' },
  'webhook-url': { type: 'string' },
  'dry-run': { type: 'boolean' },
  cursor: { type: 'string' },
})

/** @param {string[]} argv */
export const readCommand = (argv) => readArguments('imagegen', argv, OPTIONS)

/** @typedef {ReturnType<typeof readCommand>['values']} Flags */

/** Refuses flags that the command does not know. @param {Flags} flags @param {string} command @param {string[]} allowed */
export const onlyFlags = (flags, command, allowed) => refuseOtherFlags('imagegen', flags, command, allowed)

/** @param {string} name @param {string | undefined} text */
export const wholeNumber = (name, text) => {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new Failure(EXIT.usage, `--${name} must be a whole number, 0 or more (got ${text})`)
  return Number(text)
}
