import { commandLineOf, dispatch } from '@signet/command-line'
import { EVERYWHERE } from '../command-line/service-options.ts'
import { ask, search } from './ask.ts'
import { OPTIONS } from './client.ts'
import { upload } from './upload.ts'
import { remove, status, uploads } from './uploads.ts'

const NAME = 'signet archive'

const HELP = `signet archive - your conversations on the command line
  signet archive upload <file> [flags]   upload an export of any size: the vendor's ZIP, JSON, or JSON Lines
  signet archive status <id>             the progress of an upload
  signet archive uploads                 your uploads, newest first
  signet archive delete <id>             cancel an upload, or delete it with its conversations
  signet archive search <words>          conversations, by words and by meaning
  signet archive ask <question>          an answer from your conversations, with its sources
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
every command
  --url URL                address of the archive (default: SIGNET_ARCHIVE_URL or ARCHIVE_URL, then the local stack)
  --key KEY                API key (default: SIGNET_ARCHIVE_API_KEY or ARCHIVE_API_KEY, then the demo key of the local stack)
  --json                   the JSON of the archive, for programs
  --help                   this text
To resume an upload that Ctrl-C or the network has interrupted, run the same command again.
exit codes: 0 done, 1 the export could not be read, 2 wrong usage, 3 refused by the archive, 4 not reachable
`

export const commandLine = commandLineOf({
  name: NAME,
  help: HELP,
  options: OPTIONS,
  run: dispatch<typeof OPTIONS>({
    program: NAME,
    help: HELP,
    everywhere: EVERYWHERE,
    commands: {
      upload: { run: upload, flags: ['name', 'no-wait', 'anew'] },
      status: { run: status, flags: ['wait'] },
      uploads: { run: uploads, flags: [] },
      delete: { run: remove, flags: [] },
      search: { run: search, flags: ['limit', 'from', 'to', 'vendor'] },
      ask: { run: ask, flags: [] },
    },
  }),
})
