import { Ajv2020 } from 'ajv/dist/2020.js';

type Content = { content: { 'application/json': { schema: object } } };
type Operation = { requestBody: Content; responses: Record<string, Content> };
type OpenApi = { paths: Record<string, { post: Operation }> };

export class OpenApiValidator {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  private readonly paths: OpenApi['paths'];

  constructor({ paths }: OpenApi) {
    this.paths = paths;
  }

  findRequestError(path: string, body: unknown): string | undefined {
    return this.validate(this.getOperation(path).requestBody, body);
  }

  findResponseError(path: string, status: number, body: unknown): string | undefined {
    const { responses } = this.getOperation(path);
    const range = `${Math.floor(status / 100)}XX`;
    return this.validate(responses[status] ?? responses[range] ?? responses['default'], body);
  }

  hasPath(path: string): boolean {
    return Object.hasOwn(this.paths, path);
  }

  private getOperation(path: string): Operation {
    const operation = this.paths[path]?.post;
    if (!operation) throw new Error(`${path} is not described.`);
    return operation;
  }

  private validate(described: Content | undefined, body: unknown): string | undefined {
    const schema = described?.content['application/json'].schema;
    // Ajv caches compiled schemas by object identity
    if (!schema) return 'the response is not described';
    return this.ajv.validate(schema, body)
      ? undefined
      : `${this.ajv.errorsText()} in ${JSON.stringify(body).slice(0, 300)}`;
  }
}
