import { code, joinCode } from '../../code.ts'
import { type Context, type Design, onAws, onCloudflare, type Part, portsOf } from '../../design.ts'

/** A model of Amazon Bedrock. The stack grants access to this model ID. */
export const BEDROCK_MODEL = code`amazon.nova-lite-v1:0`
export const WORKERS_MODEL = code`@cf/meta/llama-3.3-70b-instruct-fp8-fast`

export const modelPart = (design: Design, context: Context): Part =>
  portsOf(design).has('model')
    ? {
        settings: [
          {
            name: code`MODEL_ID`,
            description: joinCode(
              [
                onAws(context)
                  ? code`ID of the Amazon Bedrock model; the stack grants access to this model`
                  : undefined,
                onCloudflare(context)
                  ? onAws(context)
                    ? code`on Cloudflare, a Workers AI model: ${WORKERS_MODEL}`
                    : code`ID of the Workers AI model`
                  : undefined,
              ],
              '; ',
            ),
            value: onAws(context) ? BEDROCK_MODEL : WORKERS_MODEL,
          },
        ],
      }
    : {}
