import { EXIT } from '../command-line/failure.mjs'
import { progressBar } from './progress-bar.mjs'

const ENDED = ['completed', 'completed_with_errors', 'failed']
const LOOK_MS = 1000

/** Follows an upload until it is read. @param {import('./client.mjs').Client} archive @param {string} id */
export const watch = async (archive, id) => {
  const bar = progressBar()
  for (;;) {
    const status = await archive.call('GET', `/api/uploads/${id}/status`)
    if (status.ingestion === null || ENDED.includes(status.ingestion)) {
      bar.clear()
      return status
    }
    bar.show(status.ingestion, status.bytesDone, status.bytesTotal, `  ${status.conversations.seen} conversations`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** @param {any} status @returns {string[]} */
const lines = ({ id, name, state, ingestion, failure, conversations, errors, unsupported }) => {
  const { seen, ...buckets } = conversations
  const counted = Object.entries(buckets).filter(([, count]) => /** @type {number} */ (count) > 0)
  const detail = counted.map(([bucket, count]) => `${count} ${bucket}`).join(', ')
  return [
    `${name}: ${ingestion ?? state}${failure ? ` (${failure})` : ''}`,
    `  ${seen} ${seen === 1 ? 'conversation' : 'conversations'}${detail ? `: ${detail}` : ''}`,
    ...errors.map(
      (/** @type {any} */ error) =>
        `  ${error.file} item ${error.index}, bytes ${error.start} to ${error.end}: ${error.code}`,
    ),
    ...unsupported.map(
      (/** @type {any} */ { file, count, keys }) =>
        `  ${file}: ${count} not understood${keys.length > 0 ? `, with ${keys.join(', ')}` : ''}`,
    ),
    `  id ${id}`,
  ]
}

/** Says what came of an upload. @param {any} status @param {import('./command-line.mjs').Flags} flags */
export const report = (status, flags) => {
  console.log(flags.json ? JSON.stringify(status) : lines(status).join('\n'))
  if (status.ingestion === 'failed') process.exitCode = EXIT.failed
}
