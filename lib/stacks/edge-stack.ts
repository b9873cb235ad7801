import { CfnOutput, Fn, SecretValue, Stack, type StackProps } from 'aws-cdk-lib'
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager'
import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53'
import type { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { ConsoleFiles } from '../constructs/console-files.ts'
import { API_STAGE } from '../constructs/contract-api.ts'
import { EdgeAddress, type EdgeAddressProps, type EdgeOrigin } from '../constructs/edge-address.ts'
import { EdgeFirewall } from '../constructs/edge-firewall.ts'
import { OWN_ADDRESSES, originKeyName } from '../edge-config.ts'
import { largeBodyRoutes, type ServedApi } from '../services.ts'

export interface EdgeStackProps extends StackProps {
  readonly config: Config
  readonly apis: readonly ServedApi[]
  /** Folder with the build of the console; default `dist/console`. */
  readonly consoleFolder?: string | undefined
}

const pascalCase = (key: string): string => `${key.charAt(0).toUpperCase()}${key.slice(1)}`

interface Domain {
  readonly name: string
  readonly certificate: ICertificate
  readonly zone: IHostedZone | undefined
}

/**
 * The edge in front of the APIs (decisions 38 and 45): CloudFront with a web ACL, in the only region that supports
 * both. One address has the console, the platform, and the other APIs below `/_api/<api>`. Image tools and agent
 * gateway have separate addresses, because their clients expect OAuth metadata at the root.
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { config, apis, consoleFolder, ...props }: EdgeStackProps) {
    super(scope, id, props)
    const { stage } = config
    const firewall = new EdgeFirewall(this, 'Firewall', config)
    const domain = this.#domainOf(config)
    const shared = {
      webAclArn: firewall.arn,
      originKey: SecretValue.secretsManager(originKeyName(config)),
    }
    const origins = apis.map((api): EdgeOrigin => {
      const { key, url } = api
      const host = Fn.getStackOutput(`signet-${stage}-${key}-api`, 'Host', config.region)
      return { key, host, path: url === undefined ? `/${API_STAGE}` : undefined, largeBodies: largeBodyRoutes(api) }
    })
    const main = origins.find(({ key }) => key === 'platform')
    if (!main) throw new Error('The edge requires the API "platform", whose paths are at its main address')
    const others = origins.filter(({ key }) => key !== 'platform' && OWN_ADDRESSES[key] === undefined)
    const add = (name: string, output: string, props: Omit<EdgeAddressProps, 'webAclArn' | 'originKey'>) => {
      const { url } = new EdgeAddress(this, name, { ...shared, ...props })
      new CfnOutput(this, output, { value: url, description: props.description })
      return url
    }
    const files = new ConsoleFiles(this, 'Console', { config, folder: consoleFolder })
    const url = add('Main', 'Url', { description: `Signet (${stage})`, main, others, console: files, domain })
    new CfnOutput(this, 'VerifyUrl', {
      value: `${url}/verify`,
      description: 'Base address for the public verification of receipts',
    })
    new CfnOutput(this, 'TrustUrl', { value: `${url}/trust`, description: 'Base address of trust pages' })
    for (const origin of origins) {
      const subdomain = OWN_ADDRESSES[origin.key]
      if (subdomain === undefined) continue
      const name = pascalCase(origin.key)
      add(name, `${name}Url`, {
        description: `Signet, ${subdomain} (${stage})`,
        main: origin,
        others: [],
        domain: domain && { ...domain, name: `${subdomain}.${domain.name}` },
      })
    }
  }

  #domainOf({ domain: name, certificate, hostedZone }: Config): Domain | undefined {
    if (name === undefined) return undefined
    if (certificate !== undefined) {
      return { name, certificate: Certificate.fromCertificateArn(this, 'Certificate', certificate), zone: undefined }
    }
    if (hostedZone === undefined) throw new Error('A domain requires a hosted zone or a certificate')
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: hostedZone, zoneName: name })
    const issued = new Certificate(this, 'Certificate', {
      domainName: name,
      subjectAlternativeNames: Object.values(OWN_ADDRESSES).map((subdomain) => `${subdomain}.${name}`),
      validation: CertificateValidation.fromDns(zone),
    })
    return { name, certificate: issued, zone }
  }
}
