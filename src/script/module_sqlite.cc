// _sqlite: databases in memory on SQLite; sqlite3.py names what scripts call. Nothing is read from or written to a disk.
#include <sqlite3.h>

#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>

#include "script/bytes.h"
#include "script/exceptions.h"
#include "script/modules.h"
#include "script/objects.h"

namespace tilewright::script {
namespace {

// Instructions of SQLite's machine between two looks at the script's fuel, and the largest text, row or statement.
constexpr int kInstructionsPerLook = 1000;
constexpr int kMostBytes = 16 << 20;
// All databases of the process.
constexpr int64_t kMostMemory = 256 << 20;

class Database final : public Object {
 public:
  Database() {
    sqlite3_hard_heap_limit64(kMostMemory);
    if (sqlite3_open_v2(":memory:", &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY, nullptr) != SQLITE_OK) {
      sqlite3_close_v2(std::exchange(handle_, nullptr));
      return;
    }
    sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, kMostBytes);
    sqlite3_limit(handle_, SQLITE_LIMIT_SQL_LENGTH, kMostBytes);
    sqlite3_limit(handle_, SQLITE_LIMIT_ATTACHED, 0);  // no other files
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, nullptr);  // takes pointers
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_exec(handle_, "PRAGMA temp_store = MEMORY", nullptr, nullptr, nullptr);
    sqlite3_set_authorizer(handle_, &Database::authorise, nullptr);
  }
  ~Database() override { sqlite3_close_v2(handle_); }
  std::string_view type_name() const override { return "sqlite3.Database"; }
  sqlite3* handle() const { return handle_; }
  int64_t bytes() const {
    int used = 0, most = 0;
    sqlite3_db_status(handle_, SQLITE_DBSTATUS_CACHE_USED, &used, &most, 0);
    return used;
  }

 private:
  // What of SQL reaches beyond tables in memory is refused: other databases, virtual tables, settings, and functions that
  // take addresses or open files.
  static int authorise(void*, int action, const char* first, const char* second, const char*, const char*) {
    auto is_one_of = [&](std::initializer_list<std::string_view> names, const char* text) {
      return text != nullptr && std::any_of(names.begin(), names.end(), [&](std::string_view name) {
               return sqlite3_stricmp(std::string(name).c_str(), text) == 0;
             });
    };
    switch (action) {
      case SQLITE_ATTACH:
      case SQLITE_CREATE_VTABLE:
      case SQLITE_DROP_VTABLE:
        return SQLITE_DENY;
      case SQLITE_PRAGMA:
        return is_one_of({"table_info", "table_list", "table_xinfo", "index_list", "index_info", "foreign_keys", "foreign_key_list",
                          "user_version", "application_id", "journal_mode", "synchronous", "cache_size", "encoding",
                          "database_list", "case_sensitive_like", "integrity_check"},
                         first)
                   ? SQLITE_OK
                   : SQLITE_DENY;
      case SQLITE_FUNCTION:
        return is_one_of({"fts3_tokenizer", "load_extension", "readfile", "writefile", "edit"}, second) ? SQLITE_DENY : SQLITE_OK;
      default:
        return SQLITE_OK;
    }
  }

  sqlite3* handle_ = nullptr;
};

[[noreturn]] void raise(Interpreter& interpreter, std::string_view class_name, const std::string& message) {
  Value module = interpreter.import_module("sqlite3", interpreter.current_span());
  Value error = interpreter.call_value(interpreter.get_attribute(module, class_name),
                                       {{make_string(message)}, {}, interpreter.current_span()});
  throw_exception(error);
}

[[noreturn]] void raise_last(Interpreter& interpreter, Database& database) {
  int code = sqlite3_errcode(database.handle());
  std::string message = sqlite3_errmsg(database.handle());
  if (code == SQLITE_NOMEM || code == SQLITE_TOOBIG) raise(interpreter, "DataError", message);
  raise(interpreter, code == SQLITE_CONSTRAINT ? "IntegrityError" : "OperationalError", message);
}

class Statement {
 public:
  Statement(Interpreter& interpreter, Database& database, const std::string& text) : interpreter_(interpreter), database_(database) {
    const char* rest = nullptr;
    if (sqlite3_prepare_v2(database.handle(), text.c_str(), static_cast<int>(text.size()), &statement_, &rest) != SQLITE_OK) {
      raise_last(interpreter, database);
    }
    rest_ = rest == nullptr ? "" : rest;
  }
  Statement(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  bool is_empty() const { return statement_ == nullptr; }
  const std::string& rest() const { return rest_; }
  bool changes() const { return statement_ != nullptr && sqlite3_stmt_readonly(statement_) == 0; }

  void bind(const std::vector<Value>& values) {
    if (static_cast<size_t>(sqlite3_bind_parameter_count(statement_)) != values.size()) {
      raise(interpreter_, "ProgrammingError",
            fmt::format("Incorrect number of bindings supplied. The current statement uses {}, and there are {} supplied.",
                        sqlite3_bind_parameter_count(statement_), values.size()));
    }
    for (size_t i = 0; i < values.size(); ++i) bind(static_cast<int>(i) + 1, values[i]);
  }

  // The rows; the script's fuel is spent while SQLite works.
  std::vector<Value> rows() {
    std::vector<Value> found;
    sqlite3_progress_handler(database_.handle(), kInstructionsPerLook, &Statement::look, this);
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement_)) == SQLITE_ROW) found.push_back(row());
    sqlite3_progress_handler(database_.handle(), 0, nullptr, nullptr);
    if (out_of_fuel_) throw *out_of_fuel_;
    if (code != SQLITE_DONE) raise_last(interpreter_, database_);
    return found;
  }

  Value column_names() const {
    std::vector<Value> names;
    for (int i = 0; i < sqlite3_column_count(statement_); ++i) {
      const char* name = sqlite3_column_name(statement_, i);
      names.push_back(make_string(name == nullptr ? "" : name));
    }
    return make_list(std::move(names));
  }

 private:
  static int look(void* self) {
    auto* statement = static_cast<Statement*>(self);
    try {
      statement->interpreter_.spend(kInstructionsPerLook);
      return 0;
    } catch (const AbortRun& run) {  // nothing may be thrown through SQLite
      statement->out_of_fuel_ = run;
      return 1;
    }
  }

  void bind(int index, const Value& value) {
    int code = SQLITE_OK;
    const std::string* text = as_string(value);
    auto* bytes = value.as<Bytes>();
    if (value.is_none()) code = sqlite3_bind_null(statement_, index);
    else if (value.is_int() || value.is_bool()) code = sqlite3_bind_int64(statement_, index, value.integer());
    else if (value.is_float()) code = sqlite3_bind_double(statement_, index, value.floating());
    else if (text != nullptr) code = sqlite3_bind_text64(statement_, index, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    else if (bytes != nullptr) code = sqlite3_bind_blob64(statement_, index, bytes->bytes.data(), bytes->bytes.size(), SQLITE_TRANSIENT);
    else raise(interpreter_, "ProgrammingError", fmt::format("Error binding parameter {}: type '{}' is not supported", index, interpreter_.type_name(value)));
    if (code != SQLITE_OK) raise_last(interpreter_, database_);
  }

  Value row() {
    interpreter_.spend(16);
    std::vector<Value> columns;
    for (int i = 0; i < sqlite3_column_count(statement_); ++i) columns.push_back(column(i));
    interpreter_.check_memory(database_.bytes());
    return make_tuple(std::move(columns));
  }

  Value column(int index) {
    auto bytes = [&](const void* data) {
      auto size = static_cast<size_t>(sqlite3_column_bytes(statement_, index));
      interpreter_.check_memory(static_cast<int64_t>(size));
      return data == nullptr ? std::string() : std::string(static_cast<const char*>(data), size);
    };
    switch (sqlite3_column_type(statement_, index)) {
      case SQLITE_INTEGER: return static_cast<int64_t>(sqlite3_column_int64(statement_, index));
      case SQLITE_FLOAT: return sqlite3_column_double(statement_, index);
      case SQLITE_TEXT: return make_string(bytes(sqlite3_column_text(statement_, index)));
      case SQLITE_BLOB: return make<Bytes>(bytes(sqlite3_column_blob(statement_, index)));
      default: return {};
    }
  }

  Interpreter& interpreter_;
  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  std::string rest_;
  std::optional<AbortRun> out_of_fuel_;
};

Value open_database(Interpreter& interpreter, CallArguments&) {
  if (!interpreter.capabilities().may_write_files) {
    interpreter.abort(DiagnosticKind::CapabilityDenied, "databases are not available to scripts here");
  }
  interpreter.charge_memory(64 << 10);
  Ref<Database> database = make<Database>();
  if (database->handle() == nullptr) raise(interpreter, "OperationalError", "unable to open database file");
  return database;
}

// execute(database, sql, parameters, many): (rows, column names, rows that it changed or -1). `many`: every statement of the text.
Value execute(Interpreter& interpreter, CallArguments& arguments) {
  auto* database = arguments.positional.at(0).as<Database>();
  const std::string* text = as_string(arguments.positional.at(1));
  if (database == nullptr || text == nullptr) interpreter.raise("TypeError", "execute() argument 1 must be str");
  std::vector<Value> parameters = interpreter.to_vector(arguments.positional.at(2));
  bool is_script = interpreter.truthy(arguments.positional.at(3));
  int64_t before = database->bytes();
  std::string rest = *text;
  Value result = make_tuple({make_list(), make_list(), Value(-1)});
  while (!rest.empty()) {
    interpreter.spend(64 + rest.size());
    Statement statement(interpreter, *database, rest);
    if (statement.is_empty()) break;
    statement.bind(parameters);
    if (!is_script && statement.rest().find_first_not_of(" \t\r\n;") != std::string::npos) {
      raise(interpreter, "ProgrammingError", "You can only execute one statement at a time.");
    }
    std::vector<Value> rows = statement.rows();
    int64_t changed = statement.changes() ? sqlite3_changes64(database->handle()) : -1;
    result = make_tuple({make_list(std::move(rows)), statement.column_names(), Value(changed)});
    rest = is_script ? statement.rest() : "";
  }
  int64_t grown = database->bytes() - before;
  if (grown > 0) interpreter.charge_memory(grown);
  return result;
}

}  // namespace

Ref<Module> make_sqlite_module(Interpreter&) {
  Ref<Module> module = make<Module>("_sqlite");
  module->set("open", make_function("open", open_database));
  module->set("execute", make_function("execute", execute));
  module->set("last_row", make_function("last_row", [](Interpreter& i, CallArguments& a) {
    auto* database = a.positional.at(0).as<Database>();
    if (database == nullptr) i.raise("TypeError", "a database is needed");
    return Value(static_cast<int64_t>(sqlite3_last_insert_rowid(database->handle())));
  }));
  module->set("version", make_string(sqlite3_libversion()));
  return module;
}

}  // namespace tilewright::script
