import { code, joined } from '../../code.ts'
import { type Context, type Design, onAws, onCloudflare, type Part, portsOf } from '../../design.ts'

/** A model of Amazon Bedrock. Its access is granted by this id. */
export const BEDROCK_MODEL = code`amazon.nova-lite-v1:0`
export const WORKERS_MODEL = code`@cf/meta/llama-3.3-70b-instruct-fp8-fast`

export const modelPart = (design: Design, context: Context): Part =>
  portsOf(design).has('model')
    ? {
        settings: [
          {
            name: code`MODEL_ID`,
            means: joined(
              [
                onAws(context)
                  ? code`Model of Amazon Bedrock that answers, whose access is granted by this id`
                  : undefined,
                onCloudflare(context)
                  ? code`${onAws(context) ? code`on Cloudflare ${WORKERS_MODEL}, a model` : code`Model`} of Workers AI${onAws(context) ? code`` : code` that answers`}`
                  : undefined,
              ],
              '; ',
            ),
            value: onAws(context) ? BEDROCK_MODEL : WORKERS_MODEL,
          },
        ],
      }
    : {}
