/** Messages about a damaged device list. All but `endsEarly` are followed by the position of the byte. */
export const fleetReadMessages = {
  colonMissing: 'A colon is missing',
  commaMissing: 'A comma is missing',
  endsEarly: 'The response ends early.',
  fieldNameMissing: 'A field name is missing',
  listMissing: (size: string) => `No list starts within the first ${size}`,
  notObject: 'The response is not a JSON object',
  recordCommaMissing: 'A comma is missing between records',
  recordInvalid: 'A record is not valid JSON',
  repeatedList: 'The response contains the list twice',
  textAfterEnd: 'Unexpected text after the end',
  valueInvalid: 'A value is not valid JSON',
  valueTooLong: (size: string) => `A value is longer than ${size}`,
  withPosition: (message: string, byte: number) => `${message} (byte ${byte}).`,
};
