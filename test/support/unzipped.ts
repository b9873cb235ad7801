import { fromBuffer } from 'yauzl'

/** Returns the files of a ZIP by path. */
export const unzipFiles = (zip: Buffer): Promise<ReadonlyMap<string, Buffer>> =>
  new Promise((resolve, reject) => {
    const files = new Map<string, Buffer>()
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error)
      file.on('entry', (entry) =>
        file.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed)
          const chunks: Buffer[] = []
          for await (const chunk of stream) chunks.push(chunk as Buffer)
          files.set(entry.fileName, Buffer.concat(chunks))
          file.readEntry()
        }),
      )
      file.on('end', () => resolve(files))
      file.readEntry()
    })
  })
