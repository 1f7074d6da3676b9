export const aboutMessages = {
  aboutFleetlens: 'About · Fleetlens',
  aboutFleetlensLabel: 'About Fleetlens',
  api: 'API',
  apiDescriptionOpenApi: 'API description (OpenAPI)',
  readOnlyOperations: 'Read-only operations. Each is a POST request with a JSON body to a path below the base URL.',
  returnsSuccess: (success: string) => `returns ${success}`,
  service: 'Service',
  thirdPartyLicenses: 'Third-party licenses',
  thisConsole: 'This console',
  version: 'Version',
};
