import type { KitParts } from '@signet/receipts'

/**
 * A sample receipt of an image, the same as test/fixtures/receipts/golden.json. It is signed with the public test keys
 * of RFC 8032.
 */
export const SAMPLE: KitParts = {
  envelope: {
    payload:
      'eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiY2hhaW4iOnsicHJldiI6Ijk1MDA4Y2UxNmNjZDcwY2Y0NTA3Y2ZkNWZiY2NhNDUxZWNjOGY1NmFlNGNlMjA3NWVmYTY5YTQ1ZWI2NDUxY2QiLCJzZXEiOjd9LCJjbGFpbXMiOnsiY29tbWl0bWVudCI6Ijg2M2FhZDg1NGJiZTExYTQ0NDYwYmJmMjIwNGMwNjcyYmZjN2ExMzRhNmJjZjA2MzkwZWNmNWI2Yzg3NTRhZjYiLCJzY2hlbWFWZXJzaW9uIjoxLCJ2aXNpYmlsaXR5IjoicHJpdmF0ZSJ9LCJpc3N1ZWRBdCI6IjIwMjYtMTItMDFUMDA6MDY6MDAuMDAwWiIsImlzc3VlciI6Imh0dHBzOi8vc2lnbmV0LmV4YW1wbGUiLCJraW5kIjoiaW1hZ2UiLCJub25jZSI6IllHRmlZMlJsWm1kb2FXcHJiRzF1YnciLCJyZWNlaXB0VmVyc2lvbiI6IjEiLCJzdG9yZWRWZXJzaW9uIjoyLCJ0ZW5hbnQiOiJINWRqVGpfWGVGMExoY09Ha3QwZDdRIn0sInByZWRpY2F0ZVR5cGUiOiJodHRwczovL3NpZ25ldC5leGFtcGxlL3ByZWRpY2F0ZXMvcmVjZWlwdC92MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiI2MTA1ZDZjYzc2YWY0MDAzMjVlOTRkNTg4Y2U1MTFiZTViZmRiYjczYjQzN2RjNTFlY2E0MzkxN2Q3YTQzZTNkIn0sIm5hbWUiOiJpbWFnZSJ9XX0=',
    payloadType: 'application/vnd.in-toto+json',
    signatures: [
      {
        keyid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
        sig: 'Cdly5KIZqKRvwGPvSpg8e72rpbqhLP4iBT91uRSPojMT7jUEvrjC7EeyaM0z1untUcKhVMruV0FXjHZ7ESEBDg==',
      },
    ],
  },
  key: {
    kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    use: 'receipt',
    status: 'active',
    valid_from: '2026-01-01T00:00:00.000Z',
    valid_until: null,
    revoked_at: null,
  },
  opening: {
    salt: 'BwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSY',
    claims: {
      model: 'image-pro',
      prompt: 'a lighthouse at dusk',
    },
  },
  tlogProof:
    'c2sp.org/tlog-proof@v1\nindex 6\nWGIafqPkgVOZhZXT28eHmaZR5oDlfBS9EVwTEi8kiQk=\nkwGP12NHitCIPLQF/M1NQrb4+dDsrHzTK1NHrBPB4/0=\n40d7ZE8QjkaiiebXDnWYQ5HCZ8NVNvK9hD/df+P1mWk=\nUysBTTE+5fMxuMbvb0rEj1HI21/DZ2BoFqHROXhhFhk=\n\nsignet.example/log/2026\n13\neLuK7K1/XRNdxrBIrWDpMqsa2nM1yj8krMZSWQWLh8g=\n\n— signet.example/log/2026 WupFkEBgsGCnb0ytR4BxibHHUCy4F02oTbkeCepFEYxncDYNOiCB29WM4o7PiR/CssRxvI21sM2SycyAC5MxFUf1ewk=\n— witness.example TqgIUQAAAABrDhwQCKSrTLRsexKuKUwlfLHW9x1E+Y49NQR7jl3YHcnSHnyLtD51r+TctmZiBHYBIG2vNRqD0XKVuAQP572WwNtVBQ==\n',
  logKeys: [
    'signet.example/log/2026+5aea4590+AT1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM',
    'witness.example+4ea80851+BPxRzY5iGKGjjaR+0AIw8FgIFu0TujMDrF3rkRVIkIAl',
  ],
}
