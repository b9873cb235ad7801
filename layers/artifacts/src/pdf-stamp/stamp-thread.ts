import { parentPort, Worker, workerData } from 'node:worker_threads'
import { THREAD_LIMITS } from './limits.ts'
import type { PdfStampResult } from './stamp-result.ts'

const TASK = 'stamp a PDF'

interface Task {
  readonly task: typeof TASK
  readonly pdf: Uint8Array
  readonly lines: readonly string[]
}

const isTask = (data: unknown): data is Task =>
  typeof data === 'object' && data !== null && 'task' in data && data.task === TASK

const runTask = async ({ pdf, lines }: Task): Promise<void> => {
  const { stampPdf } = await import('./stamp-pdf.ts')
  const stamped = await stampPdf(pdf, lines)
  parentPort?.postMessage(stamped)
}

// This file is both ends of the thread: a bundle has no second entry, and its path is known wherever it is deployed.
if (isTask(workerData)) void runTask(workerData)

const UNREADABLE: PdfStampResult = { isStamped: false, reason: 'unreadable' }

/** The thread ran out of time. A retry on a less busy machine may succeed. */
export class StampTimedOut extends Error {}

const resultOf = (worker: Worker, ms: number): Promise<PdfStampResult> => {
  const { promise, resolve, reject } = Promise.withResolvers<PdfStampResult>()
  const timer = setTimeout(() => reject(new StampTimedOut(`A PDF was not stamped in ${ms} ms`)), ms)
  worker.once('message', resolve)
  worker.once('error', (error: Error & { readonly code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(UNREADABLE) : reject(error),
  )
  worker.once('exit', (code) => reject(new Error(`The stamping thread ended with ${code}`)))
  return promise.finally(() => clearTimeout(timer))
}

/**
 * Runs `stampPdf` in a thread, which is ended when it takes too long or too much memory. A PDF that takes too much
 * memory counts as unreadable. The thread has no environment variables, so no keys.
 * @throws StampTimedOut if the time limit is exceeded
 * @throws Error if the thread cannot run, which says nothing about the PDF
 */
export const stampInThread = async (
  pdf: Uint8Array,
  lines: readonly string[],
  { ms, heapMb } = THREAD_LIMITS,
): Promise<PdfStampResult> => {
  const copy = Uint8Array.from(pdf)
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { task: TASK, pdf: copy, lines } satisfies Task,
    transferList: [copy.buffer],
    // A large young generation can exceed the limit in one step, which ends the process instead of the thread.
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 12 },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  try {
    return await resultOf(worker, ms)
  } finally {
    await worker.terminate()
  }
}
