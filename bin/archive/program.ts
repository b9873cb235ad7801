import { commandLineOf, dispatch } from '@signet/command-line'
import { COMMON_FLAGS } from '../command-line/service-options.ts'
import { ask, search } from './ask.ts'
import { OPTIONS } from './client.ts'
import { upload } from './upload.ts'
import { remove, status, uploads } from './uploads.ts'

const NAME = 'signet archive'

const HELP = `signet archive - upload, search and query your conversations
  signet archive upload <file> [flags]   upload an export of any size: the vendor's ZIP, JSON, or JSON Lines
  signet archive status <id>             show the progress of an upload
  signet archive uploads                 list uploads, newest first
  signet archive delete <id>             cancel an upload, or delete it with its conversations
  signet archive search <words>          search conversations by words and meaning
  signet archive ask <question>          answer from your conversations, with sources
upload
  --name NAME              name of the upload (default: file name)
  --no-wait                do not wait until the upload is imported
  --restart                start over instead of resuming an interrupted upload
status
  --wait                   wait until the upload is imported
search
  --limit N                maximum number of conversations (default 10)
  --from DATE --to DATE    only messages between these dates
  --vendor NAME            chatgpt, claude, deepseek, gemini, grok, librechat,
                           mistral, open-webui, perplexity or thread
every command
  --url URL                address of the archive (default: SIGNET_ARCHIVE_URL or ARCHIVE_URL, then the local stack)
  --key KEY                API key (default: SIGNET_ARCHIVE_API_KEY or ARCHIVE_API_KEY, then the demo key of the local stack)
  --json                   print the response of the archive as JSON
  --help                   print this help
To resume an upload after Ctrl-C or a network error, run the same command again.
exit codes: 0 success, 1 the export could not be read, 2 invalid usage, 3 rejected by the archive, 4 archive not reachable
`

export const commandLine = commandLineOf({
  name: NAME,
  help: HELP,
  options: OPTIONS,
  run: dispatch<typeof OPTIONS>({
    program: NAME,
    help: HELP,
    commonFlags: COMMON_FLAGS,
    commands: {
      upload: { run: upload, flags: ['name', 'no-wait', 'restart'] },
      status: { run: status, flags: ['wait'] },
      uploads: { run: uploads, flags: [] },
      delete: { run: remove, flags: [] },
      search: { run: search, flags: ['limit', 'from', 'to', 'vendor'] },
      ask: { run: ask, flags: [] },
    },
  }),
})
