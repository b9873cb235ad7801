import { crc32, deflateRawSync } from 'node:zlib'

/** Returns a ZIP of these files, deflated, as every program writes it. */
export const zipOf = (files: Readonly<Record<string, Buffer>>): Buffer => {
  const localEntries: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const deflated = deflateRawSync(content)
    const label = Buffer.from(name)
    const entryFields = Buffer.alloc(26)
    entryFields.writeUInt16LE(20, 0)
    entryFields.writeUInt16LE(0x0800, 2)
    entryFields.writeUInt16LE(8, 4)
    entryFields.writeUInt32LE(crc32(content), 10)
    entryFields.writeUInt32LE(deflated.length, 14)
    entryFields.writeUInt32LE(content.length, 18)
    entryFields.writeUInt16LE(label.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), entryFields, label, deflated])
    const directoryFields = Buffer.alloc(14)
    directoryFields.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), entryFields, directoryFields, label]),
    )
    localEntries.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const endRecord = Buffer.alloc(18)
  endRecord.writeUInt16LE(directory.length, 4)
  endRecord.writeUInt16LE(directory.length, 6)
  endRecord.writeUInt32LE(entries.length, 8)
  endRecord.writeUInt32LE(offset, 12)
  return Buffer.concat([...localEntries, entries, Buffer.from('PK\u0005\u0006'), endRecord])
}
