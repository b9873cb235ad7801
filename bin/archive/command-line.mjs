import { COMMON_OPTIONS, readArguments, requireArgument } from '../command-line/arguments.mjs'

/** The default address: the local runner on this machine. */
export const DEFAULT_URL = 'http://127.0.0.1:4005'

export const HELP = `archive - your conversations on the command line
  archive upload <file> [flags]   upload an export of any size: the vendor's ZIP, JSON, or one JSON object a line
  archive status <id>             the progress of an upload
  archive uploads                 your uploads, newest first
  archive delete <id>             cancel an upload, or delete it with its conversations
  archive search <words>          conversations, by words and by meaning
  archive ask <question>          an answer from your conversations, with its sources
upload
  --name NAME              name of the upload (default: the name of the file)
  --no-wait                do not wait until it is read
  --anew                   start over, even if an earlier run was interrupted
status
  --wait                   wait until it is read
search
  --limit N                at most this many conversations (default 10)
  --from DATE --to DATE    only messages between these dates
  --vendor NAME            chatgpt, claude, deepseek, gemini, grok, librechat,
                           mistral, open-webui, perplexity or thread
everywhere
  --key KEY                API key (default: environment variable ARCHIVE_API_KEY)
  --url URL                address of the archive (default: ARCHIVE_URL, else ${DEFAULT_URL})
  --json                   the JSON of the archive, for programs
  --help                   this text
To resume an upload that Ctrl-C or the network has interrupted, run the same command again.
exit codes: 0 done, 1 the export could not be read, 2 wrong usage, 3 refused by the archive, 4 not reachable`

const OPTIONS = /** @type {const} */ ({
  ...COMMON_OPTIONS,
  name: { type: 'string' },
  'no-wait': { type: 'boolean' },
  anew: { type: 'boolean' },
  wait: { type: 'boolean' },
  limit: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  vendor: { type: 'string' },
})

/** @param {string[]} argv */
export const readCommand = (argv) => readArguments('archive', argv, OPTIONS)

/** @typedef {ReturnType<typeof readCommand>['values']} Flags */

/** The one argument of a command. @param {string} command @param {string} what @param {string[]} rest */
export const argument = (command, what, rest) => requireArgument('archive', command, what, rest)
