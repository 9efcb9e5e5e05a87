import { decimal, double, long, matches, refuses, type Case } from './case.js';

const page = 'reference/operator/query/jsonSchema/';

/** Which of the values of `a` satisfy a schema for that field. */
const accepts = (name: string, values: unknown[], schema: object, found: number[]): Case =>
  matches(page, name, values, { $jsonSchema: { properties: { a: schema } } }, found);

const rejected = (name: string, schema: unknown, error: number): Case =>
  refuses(page, name, { $jsonSchema: schema }, error);

export const schemas: Case[] = [
  accepts('bsonType names MongoDB types', [1, 'x', double(1), null], { bsonType: 'int' }, [0]),
  accepts(
    'bsonType takes a list, and number for all numbers',
    [1, 'x', decimal('1'), true],
    { bsonType: ['number', 'bool'] },
    [0, 2, 3],
  ),
  accepts('type names the types of JSON', [1, true, 'x', {}, [1]], { type: ['boolean', 'object'] }, [1, 3]),
  accepts('bsonType of an array looks at the array itself', [[1], 1], { bsonType: 'array' }, [0]),
  accepts('a missing field satisfies every schema', [undefined, 'x'], { bsonType: 'int' }, [0]),
  accepts('minimum and maximum include their bounds', [1, 2, 3, 4], { minimum: 2, maximum: 3 }, [1, 2]),
  accepts('exclusiveMinimum leaves the bound out', [1, 2, 3], { minimum: 2, exclusiveMinimum: true }, [2]),
  accepts(
    'exclusiveMaximum leaves the bound out',
    [1, long(2), 3],
    { maximum: 2, exclusiveMaximum: true },
    [0],
  ),
  accepts('minimum says nothing of values that are no numbers', ['x', 1], { minimum: 5 }, [0]),
  accepts(
    'multipleOf compares as decimals',
    [double(0.3), double(0.35), 'x'],
    { multipleOf: double(0.1) },
    [0, 2],
  ),
  accepts(
    'minLength and maxLength count characters',
    ['é', 'éé', 'ééé', '😀😀', 5],
    { minLength: 2, maxLength: 2 },
    [1, 3, 4],
  ),
  accepts('pattern is found anywhere in a string', ['xaby', 'b', 7], { pattern: 'a' }, [0, 2]),
  accepts('pattern may be anchored', ['ab', 'ba'], { pattern: '^a' }, [0]),
  accepts(
    'enum lists the values, of any type',
    [1, double(1), 'x', { p: 1, q: 2 }, null],
    { enum: [1, { q: 2, p: 1 }] },
    [0, 1, 3],
  ),
  accepts('minItems and maxItems count items', [[], [1], [1, 2], 5], { minItems: 1, maxItems: 1 }, [1, 3]),
  accepts(
    'uniqueItems refuses repeated values',
    [
      [1, 2],
      [1, double(1)],
      [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
      1,
    ],
    { uniqueItems: true },
    [0, 3],
  ),
  accepts('uniqueItems: false allows them', [[1, 1]], { uniqueItems: false }, [0]),
  accepts(
    'items is a schema of every item',
    [[1, 2], [1, 'x'], [], 'x'],
    { items: { bsonType: 'int' } },
    [0, 2, 3],
  ),
  accepts(
    'items as a list is a schema by position',
    [[1, 'x'], ['x', 1], [1], [1, 'x', {}]],
    { items: [{ bsonType: 'int' }, { bsonType: 'string' }] },
    [0, 2, 3],
  ),
  accepts(
    'additionalItems: false ends the list',
    [[1], [1, 2]],
    { items: [{ bsonType: 'int' }], additionalItems: false },
    [0],
  ),
  accepts(
    'additionalItems is a schema of the rest',
    [
      [1, 'x'],
      [1, 2],
    ],
    { items: [{}], additionalItems: { bsonType: 'string' } },
    [0],
  ),
  accepts(
    'required asks for fields of documents',
    [{ x: 1 }, { y: 1 }, { x: null }, 5],
    { required: ['x'] },
    [0, 2, 3],
  ),
  accepts(
    'properties is a schema by field',
    [{ x: 1 }, { x: 'a' }, { y: 'a' }],
    { properties: { x: { bsonType: 'int' } } },
    [0, 2],
  ),
  accepts(
    'minProperties and maxProperties count fields',
    [{}, { x: 1 }, { x: 1, y: 1 }, 1],
    { minProperties: 1, maxProperties: 1 },
    [1, 3],
  ),
  accepts(
    'additionalProperties: false allows what is named',
    [{ x: 1 }, { x: 1, z: 1 }, { p1: 1 }],
    { properties: { x: {} }, patternProperties: { '^p': {} }, additionalProperties: false },
    [0, 2],
  ),
  accepts(
    'additionalProperties is a schema of the others',
    [{ x: 'a', z: 1 }, { z: 'a' }],
    { properties: { x: {} }, additionalProperties: { bsonType: 'int' } },
    [0],
  ),
  accepts(
    'patternProperties is a schema by name pattern',
    [{ s_a: 'x' }, { s_a: 1 }, { t: 1 }],
    { patternProperties: { '^s_': { bsonType: 'string' } } },
    [0, 2],
  ),
  accepts(
    'dependencies name fields that must come along',
    [{ x: 1, y: 1 }, { x: 1 }, { y: 1 }],
    { dependencies: { x: ['y'] } },
    [0, 2],
  ),
  accepts(
    'dependencies may be a schema',
    [{ x: 1, y: 1 }, { x: 1, y: 'b' }, { y: 'b' }],
    { dependencies: { x: { properties: { y: { bsonType: 'int' } } } } },
    [0, 2],
  ),
  accepts('allOf needs all', [1, 5, 9], { allOf: [{ minimum: 2 }, { maximum: 6 }] }, [1]),
  accepts('anyOf needs one', [1, 5, 9], { anyOf: [{ maximum: 2 }, { minimum: 8 }] }, [0, 2]),
  accepts('oneOf needs exactly one', [1, 5, 9], { oneOf: [{ minimum: 4 }, { minimum: 8 }] }, [1]),
  accepts('not turns a schema round', [1, 'x'], { not: { bsonType: 'int' } }, [1]),
  accepts('title and description say nothing', [1], { title: 't', description: 'd' }, [0]),
  matches(page, 'an empty schema accepts everything', [1, 'x'], { $jsonSchema: {} }, [0, 1]),
  matches(
    page,
    'required stands beside ordinary conditions',
    [1, undefined, 3],
    { _id: { $gt: 0 }, $jsonSchema: { required: ['a'] } },
    [2],
  ),
  matches(
    page,
    'a schema may stand below $nor',
    [1, 'x'],
    { $nor: [{ $jsonSchema: { properties: { a: { bsonType: 'int' } } } }] },
    [1],
  ),
  rejected('an unknown keyword is refused', { foo: 1 }, 9),
  rejected('keywords of the draft without support are refused', { $ref: '#/x' }, 9),
  rejected('default is refused', { properties: { a: { default: 1 } } }, 9),
  rejected('type integer is refused', { properties: { a: { type: 'integer' } } }, 9),
  rejected('an unknown bsonType is refused', { properties: { a: { bsonType: 'integer' } } }, 2),
  rejected('type and bsonType together are refused', { type: 'object', bsonType: 'object' }, 9),
  rejected('a schema must be a document', 'x', 14),
  rejected('required must be an array', { required: true }, 14),
  rejected('required must not be empty', { required: [] }, 9),
  rejected('required must not repeat a name', { required: ['a', 'a'] }, 9),
  rejected('minLength must not be negative', { properties: { a: { minLength: -1 } } }, 9),
  rejected('exclusiveMinimum needs minimum', { properties: { a: { exclusiveMinimum: true } } }, 9),
  rejected('minimum must be a number', { properties: { a: { minimum: '1' } } }, 14),
  rejected('a schema of a property must be a document', { properties: { a: 1 } }, 14),
  rejected('enum must not be empty', { properties: { a: { enum: [] } } }, 9),
  rejected('anyOf must hold documents', { anyOf: [1] }, 14),
  rejected('description must be a string', { description: 1 }, 14),
];
