import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { pemOf } from '@signet/receipts'
import { claimedIssuer, verifyReceiptText } from '@signet/verify-receipt'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../support/source-files.ts'
import { ISSUER } from '../receipts/examples.ts'
import { goldenReceipts, RECEIPT_KEY } from '../receipts/golden/golden-receipts.ts'

const options = {
  absWorkingDir: ROOT,
  entryPoints: ['layers/receipts/verify-receipt/src/index.ts'],
  bundle: true,
  minify: true,
  ...({ format: 'esm', platform: 'browser', logLevel: 'silent' } as const),
}

describe('verifier in a browser', () => {
  it('the bundle is one small file without imports', async () => {
    const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true })
    expect(Object.values(metafile.outputs)[0]).toMatchObject({ imports: [] })
    expect(Object.keys(metafile.inputs).filter((path) => /zod|aws-sdk|signers/.test(path))).toEqual([])
    expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(16_000)
  })

  it('verifies a pasted receipt', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signet-browser-'))
    try {
      const outfile = join(folder, 'verifier.mjs')
      await build({ ...options, outfile })
      const bundled: { verifyReceiptText: typeof verifyReceiptText } = await import(
        /* @vite-ignore */ pathToFileURL(outfile).href
      )
      for (const { envelope } of await goldenReceipts()) {
        const text = `\n  ${JSON.stringify(envelope, null, 2)}\n`
        const key = pemOf(RECEIPT_KEY.publicKey)
        expect(await bundled.verifyReceiptText(text, { key })).toMatchObject({ valid: true, issuer: ISSUER })
        expect(await verifyReceiptText(text, { key })).toMatchObject({ valid: true })
        expect(claimedIssuer(text)).toBe(ISSUER)
      }
      expect(claimedIssuer('nothing')).toBeUndefined()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
