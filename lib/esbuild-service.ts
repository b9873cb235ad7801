import { stop } from 'esbuild'

let users = 0

/** Builds that are under way. The process behind them keeps what it has read, gigabytes of it: it ends with the last one. */
export const withEsbuild = async <T>(work: () => Promise<T>): Promise<T> => {
  users++
  try {
    return await work()
  } finally {
    if (--users === 0) await stop()
  }
}
