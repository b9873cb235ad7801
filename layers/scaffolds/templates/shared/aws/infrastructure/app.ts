import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { ServiceStack } from './stack.ts'

const app = new App()
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
new ServiceStack(app, '$worker')
