type Given<Input> = { [Key in keyof Input as undefined extends Input[Key] ? never : Key]: Input[Key] } & {
  [Key in keyof Input as undefined extends Input[Key] ? Key : never]?: Exclude<Input[Key], undefined>;
};

/** An input without the fields that were not given: absent and undefined are not the same to a verb. */
export function given<Input extends object>(input: Input): Given<Input> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Given<Input>;
}
