// Records what clients send to an embedded server. It is loaded before the server's program and only listens:
//   RECORD_TO=/tmp/sent NODE_OPTIONS=--import=<this file> <any command that starts the server>
//   LC_ALL=C sort -u /tmp/sent
// Each line is one thing: its kind (command, option, filter, stage …), a space and its name. sent.txt has the kinds
// that its test knows.
import { deserialize } from 'bson';
import { appendFileSync } from 'node:fs';
import { Server } from 'node:net';

const OP_MSG = 2013;
const file = process.env.RECORD_TO;
const seen = new Set();

function note(kind, name) {
  const line = `${kind} ${name}\n`;
  if (seen.has(line)) return;
  seen.add(line);
  appendFileSync(file, line);
}

const isDoc = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && value.constructor === Object;
const entries = (value) => (isDoc(value) ? Object.entries(value) : []);
const hasOperators = (value) => entries(value)[0]?.[0].startsWith('$') === true;
const list = (value) => (Array.isArray(value) ? value : []);

function condition(value) {
  if (value?._bsontype === 'BSONRegExp') note('filter', 'pattern');
  if (!hasOperators(value)) return;
  for (const [name, operand] of entries(value)) {
    note('filter', name);
    if (name === '$elemMatch') filter(operand);
    else if (name === '$not') condition(operand);
    else if (name === '$in' || name === '$nin' || name === '$all') list(operand).forEach(condition);
  }
}

function filter(value) {
  for (const [name, operand] of entries(value)) {
    if (!name.startsWith('$')) condition(operand);
    else {
      note('filter', name);
      if (name === '$expr') expression(operand);
      else if (Array.isArray(operand)) operand.forEach(filter);
    }
  }
}

function expression(value) {
  if (typeof value === 'string' && value.startsWith('$$')) note('variable', value.slice(2).split('.')[0]);
  if (Array.isArray(value)) value.forEach(expression);
  for (const [name, operand] of entries(value)) {
    if (name.startsWith('$')) {
      note('expression', name);
      if (name === '$literal') return;
      if (!hasOperators(operand)) for (const [key] of entries(operand)) note('argument', `${name}.${key}`);
    }
    expression(operand);
  }
}

function projection(kind, value) {
  for (const [path, part] of entries(value)) {
    if (path.split('.').includes('$')) note(kind, 'positional');
    else if (hasOperators(part) && ['$elemMatch', '$slice', '$meta'].includes(Object.keys(part)[0]))
      note(kind, Object.keys(part)[0]);
    else if (typeof part === 'object' || typeof part === 'string') expression(part);
  }
}

function pipeline(stages) {
  for (const stage of list(stages)) {
    const [name, spec] = entries(stage)[0] ?? ['nothing'];
    note('stage', name);
    if (name === '$match') filter(spec);
    else if (name === '$group') {
      for (const [field, part] of entries(spec)) {
        if (field === '_id') expression(part);
        else {
          for (const [accumulator, operand] of entries(part)) {
            note('accumulator', accumulator);
            expression(operand);
          }
        }
      }
    } else if (name === '$lookup') {
      for (const [key] of entries(spec)) note('argument', `$lookup.${key}`);
      expression(spec.let);
      pipeline(spec.pipeline);
    } else if (name === '$facet') Object.values(spec).forEach(pipeline);
    else if (['$project', '$set', '$addFields', '$replaceRoot', '$replaceWith'].includes(name))
      expression(spec);
    else for (const [key] of entries(spec)) if (name !== '$sort') note('argument', `${name}.${key}`);
  }
}

function update(value) {
  if (Array.isArray(value)) {
    note('form', 'pipeline');
    pipeline(value);
    return;
  }
  if (!hasOperators(value)) note('form', 'replacement');
  for (const [name, fields] of hasOperators(value) ? entries(value) : []) {
    note('update', name);
    for (const [path, operand] of entries(fields)) {
      for (const part of path.split('.'))
        if (part.startsWith('$')) note('form', part === '$' || part === '$[]' ? part : '$[identifier]');
      if (name === '$pull') (hasOperators(operand) ? condition : filter)(operand);
      else if (hasOperators(operand)) for (const [key] of entries(operand)) note('form', `${name}.${key}`);
    }
  }
}

function selection(given) {
  filter(given.filter ?? given.query ?? given.q);
  if (given.u !== undefined) update(given.u);
  if (given.updateMods !== undefined) update(given.updateMods);
  for (const [path, direction] of entries(given.sort))
    note('sort', path === '$natural' ? path : isDoc(direction) ? '$meta' : 'path');
  for (const [key, value] of entries(given.collation)) note('collation', `${key}:${value}`);
  list(given.arrayFilters).forEach(filter);
}

function command(body) {
  const [name] = Object.keys(body);
  note('command', name);
  for (const [key] of entries(body)) if (key !== name) note('option', `${name}.${key}`);
  for (const [key, value] of entries(body))
    if (key === 'readConcern' || key === 'writeConcern')
      for (const [part, setting] of entries(value)) note('concern', `${key}.${part}:${setting}`);
  selection(body);
  projection('projection', body.projection ?? body.fields);
  if (body.update !== undefined && name.toLowerCase() === 'findandmodify') update(body.update);
  pipeline(body.pipeline);
  expression(body.let);
  if (isDoc(body.explain)) command(body.explain);
  for (const sequence of ['updates', 'deletes', 'ops', 'nsInfo']) {
    for (const statement of list(body[sequence])) {
      for (const [key] of entries(statement)) note('option', `${name}.${sequence}.${key}`);
      selection(statement);
    }
  }
  for (const index of list(body.indexes)) {
    for (const [key] of entries(index)) note('index', key);
    for (const [, direction] of entries(index.key)) note('direction', String(direction));
    filter(index.partialFilterExpression);
  }
}

function types(value) {
  if (Array.isArray(value)) value.forEach(types);
  else if (isDoc(value)) Object.values(value).forEach(types);
  else if (value?._bsontype !== undefined) note('type', value._bsontype);
  else note('type', value instanceof Date ? 'Date' : value === null ? 'null' : typeof value);
}

const read = (bytes) => {
  const doc = deserialize(bytes, { promoteValues: false, promoteLongs: false, bsonRegExp: true });
  types(doc);
  return doc;
};

function message(bytes) {
  if (bytes.readInt32LE(12) !== OP_MSG) {
    note('opcode', bytes.readInt32LE(12));
    return;
  }
  const end = bytes.length - (bytes.readUInt32LE(16) & 1 ? 4 : 0);
  let body = {};
  for (let at = 20; at < end;) {
    const size = bytes.readInt32LE(at + 1);
    if (bytes[at] === 0) body = { ...read(bytes.subarray(at + 1, at + 1 + size)), ...body };
    else {
      const nameEnd = bytes.indexOf(0, at + 5);
      const name = bytes.toString('utf8', at + 5, nameEnd);
      const documents = [];
      for (let from = nameEnd + 1; from < at + 1 + size; from += bytes.readInt32LE(from))
        documents.push(read(bytes.subarray(from, from + bytes.readInt32LE(from))));
      // the command's name must stay the first key
      body = { ...body, [name]: documents };
      note('sequence', name);
    }
    at += 1 + size;
  }
  command(plain(body));
}

/** Numbers as JavaScript's, so that directions and limits can be printed. */
const plain = (value) => {
  if (Array.isArray(value)) return value.map(plain);
  if (isDoc(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
  return ['Int32', 'Double', 'Long'].includes(value?._bsontype) ? Number(value.toString()) : value;
};

if (file !== undefined && /embedded-mongo/.test(process.argv[1] ?? '')) {
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event, ...args) {
    if (event === 'connection') {
      let waiting = Buffer.alloc(0);
      args[0].on('data', (chunk) => {
        waiting = Buffer.concat([waiting, chunk]);
        while (waiting.length >= 16 && waiting.length >= waiting.readInt32LE(0)) {
          const size = waiting.readInt32LE(0);
          try {
            message(waiting.subarray(0, size));
          } catch (error) {
            note('unreadable', String(error));
          }
          waiting = waiting.subarray(size);
        }
      });
    }
    return emit.call(this, event, ...args);
  };
}
